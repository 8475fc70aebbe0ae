/**
 * A column of numbers as few bytes, without loss. Whole numbers and decimal fractions become whole numbers, of which
 * differences are kept, or differences of differences where these are smaller; all others keep their 64 bits, XORed
 * with the number before them and ordered by byte.
 */
import type { ByteReader, ByteWriter } from './bytes.ts'

/** So that differences of differences stay exact. */
const largestWhole = 2 ** 50
const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const
/** First byte of a column: the power of ten, plus `second` for differences of differences; or one of the two below. */
const second = 16
const constant = 32
const bits = 33

/** The values must be finite. The reader has to know how many there are. */
export function writeColumn(writer: ByteWriter, values: Float64Array): void {
  if (values.length === 0) return
  if (isConstant(values)) {
    writer.byte(constant)
    writeBits(writer, values.subarray(0, 1))
    return
  }
  const power = powers.findIndex(factor => isWholeTimes(values, factor))
  if (power < 0) {
    writer.byte(bits)
    writeBits(writer, values)
    return
  }
  const factor = powers[power] ?? 1
  const wholes = values.map(value => Math.round(value * factor))
  writeWholes(writer, wholes, power)
}

export function readColumn(reader: ByteReader, length: number): Float64Array {
  if (length === 0) return new Float64Array(0)
  const kind = reader.byte()
  if (kind === constant) return new Float64Array(length).fill(readBits(reader, 1)[0] ?? 0)
  if (kind === bits) return readBits(reader, length)
  const values = new Float64Array(length)
  const factor = powers[kind % second] ?? 1
  const isSecond = kind >= second
  let value = 0
  let difference = 0
  for (let index = 0; index < length; index += 1) {
    const stored = reader.signed()
    // The first difference is the first value; a difference of differences would begin with it.
    difference = isSecond && index > 1 ? difference + stored : stored
    value += difference
    values[index] = value / factor
  }
  return values
}

function isConstant(values: Float64Array): boolean {
  for (let index = 1; index < values.length; index += 1) {
    if (!Object.is(values[index], values[0])) return false
  }
  return true
}

/** Whether all values are whole numbers divided by the factor, so exactly that the division gives them back. */
function isWholeTimes(values: Float64Array, factor: number): boolean {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    const whole = Math.round(value * factor)
    if (whole > largestWhole || whole < -largestWhole) return false
    // Minus zero is a whole number too, but would be read as zero.
    if (whole / factor !== value || (whole === 0 && Object.is(value, -0))) return false
  }
  return true
}

function writeWholes(writer: ByteWriter, wholes: Float64Array, power: number): void {
  let firstCost = 0
  let secondCost = 0
  for (let index = 2; index < wholes.length; index += 1) {
    const difference = (wholes[index] ?? 0) - (wholes[index - 1] ?? 0)
    const before = (wholes[index - 1] ?? 0) - (wholes[index - 2] ?? 0)
    firstCost += Math.log2(1 + Math.abs(difference))
    secondCost += Math.log2(1 + Math.abs(difference - before))
  }
  const isSecond = secondCost < firstCost
  writer.byte(power + (isSecond ? second : 0))
  let previous = 0
  let previousDifference = 0
  for (let index = 0; index < wholes.length; index += 1) {
    const whole = wholes[index] ?? 0
    const difference = whole - previous
    writer.signed(isSecond && index > 1 ? difference - previousDifference : difference)
    previous = whole
    previousDifference = difference
  }
}

/** All first bytes, then all second bytes and so on: neighbours are alike, so that deflate finds repetitions. */
function writeBits(writer: ByteWriter, values: Float64Array): void {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength)
  for (let byte = 0; byte < 8; byte += 1) {
    let before = 0
    for (let index = 0; index < values.length; index += 1) {
      const now = view.getUint8(index * 8 + byte)
      writer.byte(now ^ before)
      before = now
    }
  }
}

function readBits(reader: ByteReader, length: number): Float64Array {
  const values = new Float64Array(length)
  const view = new DataView(values.buffer)
  for (let byte = 0; byte < 8; byte += 1) {
    let before = 0
    for (let index = 0; index < length; index += 1) {
      before ^= reader.byte()
      view.setUint8(index * 8 + byte, before)
    }
  }
  return values
}
