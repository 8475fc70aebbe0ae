/** Types of columns of TDS and their values as texts. The statements of monitors convert what is not here. @see MS-TDS 2.2.5.4 to 2.2.5.6 */
import { TargetFault } from '../../../target-fault.ts'
import type { TdsReader } from './tds-reader.ts'

/** Reads one value; null for NULL. */
export type ReadValue = (reader: TdsReader) => string | null

const fixed: Readonly<Record<number, ReadValue>> = {
  0x1f: () => null,
  0x30: reader => String(reader.uint8()),
  0x32: reader => String(reader.uint8()),
  0x34: reader => String(reader.int16()),
  0x38: reader => String(reader.int32()),
  0x3b: reader => String(reader.float32()),
  0x3c: money,
  0x3e: reader => String(reader.float64()),
  0x7a: reader => scaled(BigInt(reader.int32()), 4),
  0x7f: reader => String(reader.int64()),
}

/** By the number of their bytes; 0 bytes are NULL. */
const integers: Readonly<Record<number, ReadValue>> = {
  1: reader => String(reader.uint8()),
  2: reader => String(reader.int16()),
  4: reader => String(reader.int32()),
  8: reader => String(reader.int64()),
}
const floats: Readonly<Record<number, ReadValue>> = {
  4: reader => String(reader.float32()),
  8: reader => String(reader.float64()),
}
const moneys: Readonly<Record<number, ReadValue>> = {
  4: reader => scaled(BigInt(reader.int32()), 4),
  8: money,
}

const nullType = 0xffff

/** Reads the type of a column, and returns how its values are read. @throws TargetFault `malformed` of a type that is not known; EndOfBytes */
export function readType(reader: TdsReader): ReadValue {
  const type = reader.uint8()
  const read = fixed[type]
  if (read) return read
  switch (type) {
    case 0x26:
    case 0x68:
      return sized(reader, integers)
    case 0x6d:
      return sized(reader, floats)
    case 0x6e:
      return sized(reader, moneys)
    case 0x6a:
    case 0x6c:
      return decimal(reader)
    case 0xa5:
    case 0xad:
      return long(reader.uint16(), hexadecimal)
    case 0xa7:
    case 0xaf:
      return collated(reader, latin)
    case 0xe7:
    case 0xef:
      return collated(reader, wide)
    case 0xf1:
      return xml(reader)
    default:
      throw new TargetFault('malformed', `TDS type 0x${type.toString(16)}`)
  }
}

const wide = (bytes: Buffer) => bytes.toString('utf16le')
const latin = (bytes: Buffer) => bytes.toString('latin1')
const hexadecimal = (bytes: Buffer) => `0x${bytes.toString('hex')}`

/** In units of 1/10,000; the upper half comes first. */
function money(reader: TdsReader): string {
  const high = BigInt(reader.int32())
  return scaled((high << 32n) | BigInt(reader.uint32()), 4)
}

function scaled(value: bigint, scale: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`
}

function sized(reader: TdsReader, kinds: Readonly<Record<number, ReadValue>>): ReadValue {
  reader.uint8()
  return values => {
    const length = values.uint8()
    if (length === 0) return null
    const read = kinds[length]
    if (!read) throw new TargetFault('malformed', `TDS value of ${length} bytes`)
    return read(values)
  }
}

function decimal(reader: TdsReader): ReadValue {
  reader.bytes(2)
  const scale = reader.uint8()
  return values => {
    const length = values.uint8()
    if (length === 0) return null
    const isPositive = values.uint8() === 1
    let value = 0n
    for (const [at, byte] of values.bytes(length - 1).entries()) value |= BigInt(byte) << BigInt(8 * at)
    return scaled(isPositive ? value : -value, scale)
  }
}

/** A length of 0xffff in the type: values come in pieces. */
function long(length: number, decode: (bytes: Buffer) => string): ReadValue {
  if (length === 0xffff) return values => pieces(values, decode)
  return values => {
    const size = values.uint16()
    return size === nullType ? null : decode(values.bytes(size))
  }
}

function collated(reader: TdsReader, decode: (bytes: Buffer) => string): ReadValue {
  const length = reader.uint16()
  reader.bytes(5)
  return long(length, decode)
}

const noPieces = 0xffff_ffff_ffff_ffffn

function pieces(values: TdsReader, decode: (bytes: Buffer) => string): string | null {
  if (values.uint64() === noPieces) return null
  const parts: Buffer[] = []
  for (let size = values.uint32(); size > 0; size = values.uint32()) parts.push(values.bytes(size))
  return decode(Buffer.concat(parts))
}

function xml(reader: TdsReader): ReadValue {
  const hasSchema = reader.uint8() === 1
  if (hasSchema) {
    reader.shortText()
    reader.shortText()
    reader.text(reader.uint16())
  }
  return values => pieces(values, wide)
}
