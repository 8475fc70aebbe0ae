/** Puts what marks the end of a message around what is sent. */
import { failureText } from '../definition/failures.ts'
import { delimiterBytes, type Framing, type FramingOf } from '../definition/framing.ts'

/** @throws Error with a sentence for people when the message does not fit into the framing */
export function framed(data: Buffer, framing: Framing): Buffer {
  if (framing.kind === 'delimiter' && framing.appliesToSent) return withDelimiter(data, framing)
  return framing.kind === 'length' && framing.appliesToSent ? withLength(data, framing) : data
}

function withDelimiter(data: Buffer, framing: FramingOf<'delimiter'>): Buffer {
  const delimiter = delimiterBytes(framing)
  if (delimiter === null || data.subarray(-delimiter.length).equals(delimiter)) return data
  return Buffer.concat([data, delimiter])
}

function withLength(data: Buffer, framing: FramingOf<'length'>): Buffer {
  const { offset, lengthBytes, byteOrder, adjustment } = framing
  if (data.length < offset) throw new Error(failureText('tcpHeaderTooShort', { bytes: data.length, offset }))
  const value = data.length - offset - adjustment
  if (value < 0 || value >= 2 ** (8 * lengthBytes)) {
    throw new Error(failureText('tcpLengthTooSmall', { size: lengthBytes, value }))
  }
  const field = Buffer.alloc(lengthBytes)
  if (lengthBytes === 8) field.writeBigUInt64BE(BigInt(value))
  else field.writeUIntBE(value, 0, lengthBytes)
  if (byteOrder === 'little') field.reverse()
  return Buffer.concat([data.subarray(0, offset), field, data.subarray(offset)])
}
