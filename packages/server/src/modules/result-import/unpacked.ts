/** The decompressed bytes of uploaded results: plain, gzip, or a zip with one file. */
import { Readable } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { AppError } from '@pone/contract/errors.ts'
import { maxUnpackedResultsBytes } from '@pone/schema/limits.ts'
import type { Packing } from './thread-messages.ts'

const pieceBytes = 256 * 1024
const zipMark = [0x50, 0x4b, 0x03, 0x04]
const headBytes = 30
const [stored, deflated] = [0, 8]
const isEncrypted = 1

type Bytes = AsyncIterable<Uint8Array>

/** Compression of a file, by its first bytes. */
export function packingOf(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  return zipMark.every((byte, at) => head[at] === byte) ? 'zip' : 'none'
}

/** @throws AppError FileContentRefused for a damaged file, or one that exceeds the limit when decompressed */
export async function* unpacked(bytes: Bytes, packing: Packing): AsyncGenerator<Uint8Array> {
  if (packing === 'none') return yield* bytes
  let sizeBytes = 0
  try {
    for await (const piece of packing === 'gzip' ? gunzipped(bytes) : unzipped(bytes)) {
      sizeBytes += piece.length
      if (sizeBytes > maxUnpackedResultsBytes)
        throw new AppError('FileContentRefused', { detail: 'resultsUnpackTooLarge' })
      yield piece
    }
  } catch (cause) {
    const isOfZlib = cause instanceof Error && 'code' in cause && /^Z_|^ERR_ZLIB/.test(String(cause.code))
    throw isOfZlib ? damaged(cause) : cause
  }
}

const damaged = (cause?: unknown): AppError =>
  new AppError('FileContentRefused', { detail: 'resultsArchiveDamaged' }, { cause })

function through(bytes: Bytes, stream: ReturnType<typeof createGunzip>): Bytes {
  const source = Readable.from(bytes, { objectMode: false })
  source.on('error', cause => stream.destroy(cause))
  // Data after the compressed stream is ignored.
  stream.on('close', () => source.destroy())
  return source.pipe(stream)
}

const gunzipped = (bytes: Bytes): Bytes => through(bytes, createGunzip({ chunkSize: pieceBytes }))

/** The first file of the archive, read without its directory, which is at the end. */
async function* unzipped(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  let head = new Uint8Array(0)
  const fill = async (length: number): Promise<void> => {
    while (head.length < length) {
      const { done, value } = await pieces.next()
      if (done === true) throw damaged()
      head = joined(head, value)
    }
  }
  await fill(headBytes)
  const view = new DataView(head.buffer)
  const method = view.getUint16(8, true)
  if ((view.getUint16(6, true) & isEncrypted) !== 0) throw damaged()
  const start = headBytes + view.getUint16(26, true) + view.getUint16(28, true)
  const storedBytes = view.getUint32(18, true)
  await fill(start)
  const rest = head.slice(start)
  const body: Bytes = {
    async *[Symbol.asyncIterator]() {
      yield rest
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
    },
  }
  if (method === deflated) return yield* through(body, createInflateRaw({ chunkSize: pieceBytes }))
  if (method !== stored) throw damaged()
  let left = storedBytes
  for await (const piece of body) {
    yield piece.subarray(0, left)
    left -= Math.min(left, piece.length)
    if (left === 0) return
  }
  throw damaged()
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
