/** Messages that a monitor sends by TDS 7.4: what is agreed before the sign-in, the sign-in, statements. Pure. @see MS-TDS 2.2.6 */
import { TargetFault } from '../../../target-fault.ts'
import { EndOfBytes, TdsReader } from './tds-reader.ts'

export const packetTypes = {
  batch: 0x01,
  answer: 0x04,
  attention: 0x06,
  signIn: 0x10,
  preLogin: 0x12,
} as const

/** What both sides can and want: the sign-in alone is encrypted, all is, nothing can be, all must be. */
export const encryptions = { signInOnly: 0, on: 1, none: 2, required: 3 } as const

const options = { version: 0, encryption: 1, end: 0xff } as const

/** Of this client; servers do not read it. */
const clientVersion = Buffer.from([0, 0, 0, 0, 0, 0])

export function preLogin(encryption: number): Buffer {
  const parts = [
    { option: options.version, value: clientVersion },
    { option: options.encryption, value: Buffer.from([encryption]) },
  ]
  const head = Buffer.alloc(parts.length * 5 + 1, options.end)
  let offset = head.length
  for (const [at, { option, value }] of parts.entries()) {
    head.writeUInt8(option, at * 5)
    head.writeUInt16BE(offset, at * 5 + 1)
    head.writeUInt16BE(value.length, at * 5 + 3)
    offset += value.length
  }
  return Buffer.concat([head, ...parts.map(({ value }) => value)])
}

/** What the server answers about encryption. @throws TargetFault `wrongProduct` */
export function encryptionOf(answer: Buffer): number {
  for (let at = 0; at + 5 <= answer.length && answer[at] !== options.end; at += 5) {
    if (answer[at] !== options.encryption) continue
    const value = answer[answer.readUInt16BE(at + 1)]
    if (value !== undefined) return value
  }
  throw new TargetFault('wrongProduct', 'TDS: no answer about encryption')
}

export interface SignIn {
  readonly host: string
  readonly user: string
  readonly password: string
  /** '' = the account's own. */
  readonly database: string
}

/** Name of the program, which sessions and statements of the server show. */
export const programName = 'pone monitor'

const fixedLength = 94
/** Version 7.4. */
const tdsVersion = 0x7400_0004
const wantedPacketSize = 4_096
/** Changes of database and language are told; the sign-in fails without them. ANSI settings. Any collation. */
const flags = [0xe0, 0x03, 0x00, 0x08] as const
const englishUnitedStates = 0x0409

export function signIn({ host, user, password, database }: SignIn): Buffer {
  const head = Buffer.alloc(fixedLength)
  const texts = [
    wide(''),
    wide(user),
    hidden(wide(password)),
    wide(programName),
    wide(host),
    wide(''),
    wide('Pone'),
    wide(''),
    wide(database),
  ]
  let offset = fixedLength
  const place = (at: number, text: Buffer) => {
    head.writeUInt16LE(offset, at)
    head.writeUInt16LE(text.length / 2, at + 2)
    offset += text.length
  }
  for (const [index, text] of texts.entries()) place(36 + index * 4, text)
  // Six bytes that tell clients apart stay 0; then there are no SSPI, file and new password.
  for (const at of [78, 82, 86]) head.writeUInt16LE(offset, at)
  head.writeUInt32LE(offset, 0)
  head.writeUInt32LE(tdsVersion, 4)
  head.writeUInt32LE(wantedPacketSize, 8)
  head.set(flags, 24)
  head.writeUInt32LE(englishUnitedStates, 32)
  return Buffer.concat([head, ...texts])
}

const wide = (text: string) => Buffer.from(text, 'utf16le')

/** As the protocol wants it; who reads it reads the password. */
const hidden = (bytes: Buffer) => Buffer.from(bytes.map(byte => (((byte & 0x0f) << 4) | (byte >> 4)) ^ 0xa5))

/** A statement outside of transactions. */
export function batch(statement: string): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt32LE(22, 0)
  head.writeUInt32LE(18, 4)
  head.writeUInt16LE(2, 8)
  head.writeUInt32LE(1, 18)
  return Buffer.concat([head, wide(statement)])
}

const headLength = 8
/** Bytes of the longest packet. */
const maxPacket = 32_767
const lastPacket = 0x01

/** A message as packets of at most `packetSize` bytes. */
export function packetsOf(type: number, message: Buffer, packetSize: number): Buffer {
  const room = packetSize - headLength
  const count = Math.max(1, Math.ceil(message.length / room))
  const packets = Array.from({ length: count }, (_, at) => {
    const part = message.subarray(at * room, (at + 1) * room)
    const head = Buffer.from([type, at === count - 1 ? lastPacket : 0, 0, 0, 0, 0, (at + 1) & 0xff, 0])
    head.writeUInt16BE(part.length + headLength, 2)
    return Buffer.concat([head, part])
  })
  return Buffer.concat(packets)
}

export interface Packet {
  readonly type: number
  readonly isLast: boolean
  readonly content: Buffer
  readonly length: number
}

/** The first packet of bytes; undefined when they end before it. @throws TargetFault `malformed` */
export function packetOf(bytes: Buffer): Packet | undefined {
  try {
    const reader = new TdsReader(bytes)
    const type = reader.uint8()
    const status = reader.uint8()
    const length = reader.bytes(2).readUInt16BE()
    if (type !== packetTypes.answer && type !== packetTypes.preLogin)
      throw new TargetFault('malformed', `TDS packet of type 0x${type.toString(16)}`)
    if (length < headLength || length > maxPacket)
      throw new TargetFault('malformed', `TDS packet of ${length} bytes`)
    reader.bytes(4)
    const content = reader.bytes(length - headLength)
    return { type, isLast: (status & lastPacket) === lastPacket, content, length }
  } catch (error) {
    if (error instanceof EndOfBytes) return undefined
    throw error
  }
}
