/** Messages of MongoDB's wire protocol: one document each way, in the form of servers since 3.6. Pure. */
import type { Document, deserialize, serialize } from 'bson'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'

/** The codec of documents; loaded when the first target is opened. */
export interface Bson {
  readonly serialize: typeof serialize
  readonly deserialize: typeof deserialize
}

const headBytes = 16
const opMessage = 2013
/** What a reply may have set: nothing that asks for more of the client. */
const checksumFlag = 1

export function messageBytes(bson: Bson, id: number, command: Document): Buffer {
  const body = bson.serialize(command)
  const bytes = Buffer.alloc(headBytes + 5)
  bytes.writeInt32LE(bytes.length + body.length, 0)
  bytes.writeInt32LE(id, 4)
  bytes.writeInt32LE(opMessage, 12)
  return Buffer.concat([bytes, body])
}

export interface MessageHead {
  /** Of the whole message. */
  readonly length: number
  readonly answers: number
}

/** @throws RangeError for what is no head of a message; TargetFault `tooLarge` */
export function readHead(bytes: Buffer): MessageHead {
  const [length, answers, code] = [bytes.readInt32LE(0), bytes.readInt32LE(8), bytes.readInt32LE(12)]
  if (code !== opMessage || length < headBytes + 10)
    throw new RangeError(`not a message: ${JSON.stringify(bytes.toString('latin1', 0, headBytes))}`)
  if (length > maxAnswerBytes) throw new TargetFault('tooLarge', `${length} bytes`, { limit: '8 MiB' })
  return { length, answers }
}

/** The document of a whole message; whole numbers of 64 bits are `bigint`. @throws Error for what is none */
export function readMessage(bson: Bson, message: Buffer): Document {
  const flags = message.readUInt32LE(headBytes)
  const kind = message[headBytes + 4]
  if ((flags & ~checksumFlag) !== 0 || kind !== 0) throw new RangeError(`flags ${flags}, section ${kind}`)
  const end = message.length - ((flags & checksumFlag) === 0 ? 0 : 4)
  return bson.deserialize(message.subarray(headBytes + 5, end), { promoteBuffers: true, useBigInt64: true })
}

/** Bytes that a head needs. */
export const messageHeadBytes = headBytes
