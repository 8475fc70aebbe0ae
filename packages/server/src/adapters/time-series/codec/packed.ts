/** Bytes in the form in which they are stored: deflated where that is shorter; the first byte says which. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const plain = 0
const deflated = 1

export function pack(bytes: Uint8Array): Uint8Array {
  const short = deflateRawSync(bytes, { level: 6, windowBits: 12, memLevel: 5 })
  const isShorter = short.length < bytes.length
  const body = isShorter ? short : bytes
  const packed = new Uint8Array(body.length + 1)
  packed[0] = isShorter ? deflated : plain
  packed.set(body, 1)
  return packed
}

/** @throws Error if the bytes are not what `pack` returned */
export function unpack(packed: Uint8Array): Uint8Array {
  const body = packed.subarray(1)
  if (packed[0] === deflated) return inflateRawSync(body)
  if (packed[0] === plain) return body
  throw new Error('The first byte of a stored block is neither 0 nor 1')
}
