/** The samples of one series in one hour as bytes: instants, cadences and values, each as a column. */
import { ByteReader, ByteWriter } from './bytes.ts'
import { readColumn, writeColumn } from './column.ts'
import { pack, unpack } from './packed.ts'

/** Samples of one series in ascending order of time; the three columns have the same length. */
export interface Samples {
  /** Instants, ms after the begin of the hour. */
  readonly slots: Float64Array
  /** Time between two slots as it was when each sample was collected, ms. */
  readonly cadences: Float64Array
  readonly values: Float64Array
}

const writer = new ByteWriter()

/** The values must be finite. */
export function encodeBlock({ slots, cadences, values }: Samples): Uint8Array {
  writer.clear()
  writer.unsigned(slots.length)
  writeColumn(writer, slots)
  writeColumn(writer, cadences)
  writeColumn(writer, values)
  return pack(writer.written)
}

/** @throws Error if the bytes are not a block */
export function decodeBlock(packed: Uint8Array): Samples {
  const reader = new ByteReader(unpack(packed))
  const length = reader.unsigned()
  return {
    slots: readColumn(reader, length),
    cadences: readColumn(reader, length),
    values: readColumn(reader, length),
  }
}

/** The samples of both; of two with the same instant the one of `first`. */
export function mergeSamples(first: Samples, late: Samples): Samples {
  if (late.slots.length === 0) return first
  if (first.slots.length === 0) return late
  const total = first.slots.length + late.slots.length
  const slots = new Float64Array(total)
  const cadences = new Float64Array(total)
  const values = new Float64Array(total)
  let [one, two, length] = [0, 0, 0]
  while (one < first.slots.length || two < late.slots.length) {
    const mine = first.slots[one] ?? Number.POSITIVE_INFINITY
    const theirs = late.slots[two] ?? Number.POSITIVE_INFINITY
    const [source, index] = mine <= theirs ? [first, one] : [late, two]
    slots[length] = source.slots[index] ?? 0
    cadences[length] = source.cadences[index] ?? 0
    values[length] = source.values[index] ?? 0
    length += 1
    if (mine <= theirs) one += 1
    if (theirs <= mine) two += 1
  }
  return {
    slots: slots.subarray(0, length),
    cadences: cadences.subarray(0, length),
    values: values.subarray(0, length),
  }
}
