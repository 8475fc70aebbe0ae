/** Blocks and summaries give back what was encoded, whatever it was. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBlock, encodeBlock, mergeSamples, type Samples } from './block.ts'
import { decodeSummaries, encodeSummaries, summarize } from './rollup.ts'

const hourMs = 3_600_000

/** Values as targets report them, and values that nobody expects. */
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map(each => each / 1_000),
  fc.constantFrom(0, -0, 1e-300, 2 ** 50, 2 ** 53, -(2 ** 53), 0.1 + 0.2),
)
const samples = fc
  .uniqueArray(fc.record({ slot: fc.nat(hourMs - 1), value, cadence: fc.constantFrom(5_000, 15_000) }), {
    selector: each => each.slot,
    maxLength: 200,
  })
  .map(list => samplesOf(list.sort((one, other) => one.slot - other.slot)))

const samplesOf = (list: readonly { slot: number; value: number; cadence: number }[]): Samples => ({
  slots: Float64Array.from(list, each => each.slot),
  cadences: Float64Array.from(list, each => each.cadence),
  values: Float64Array.from(list, each => each.value),
})

const regular = (length: number, valueAt: (index: number) => number): Samples =>
  samplesOf(
    Array.from({ length }, (_, index) => ({
      slot: 1_234 + index * 5_000,
      value: valueAt(index),
      cadence: 5_000,
    })),
  )

test('a block gives back every sample to the last bit', () => {
  fc.assert(
    fc.property(samples, each => {
      const read = decodeBlock(encodeBlock(each))
      expect(read.slots).toEqual(each.slots)
      expect(read.cadences).toEqual(each.cadences)
      // Bit by bit, as 0 and -0 are different.
      expect(new BigUint64Array(read.values.slice().buffer)).toEqual(
        new BigUint64Array(each.values.slice().buffer),
      )
    }),
  )
})

test('merging keeps the first of two samples of one instant, and the order', () => {
  fc.assert(
    fc.property(samples, samples, (first, late) => {
      const expected = new Map([...late.slots].map((slot, index) => [slot, late.values[index]]))
      for (const [index, slot] of first.slots.entries()) expected.set(slot, first.values[index])
      const merged = mergeSamples(first, late)
      expect([...merged.slots]).toEqual([...expected.keys()].sort((one, other) => one - other))
      for (const [index, slot] of merged.slots.entries())
        expect(merged.values[index]).toBe(expected.get(slot))
    }),
  )
})

test('summaries give back what the samples of each minute have in common', () => {
  fc.assert(
    fc.property(samples, fc.boolean(), (each, isCounter) => {
      const summaries = summarize(each, 7 * hourMs, 60_000)
      const read = decodeSummaries(encodeSummaries(summaries, 7 * hourMs, isCounter), 7 * hourMs)
      const kept = isCounter
        ? (['n', 'firstAt', 'lastAt', 'first', 'last', 'min', 'max', 'increase', 'coveredMs'] as const)
        : (['n', 'firstAt', 'lastAt', 'last', 'min', 'max', 'sum'] as const)
      for (const key of kept) expect(read.map(one => one[key])).toEqual(summaries.map(one => one[key]))
    }),
  )
})

test('a constant series costs next to nothing, a growing counter less than two bytes a sample', () => {
  expect(encodeBlock(regular(720, () => 16_384)).length).toBeLessThan(40)
  const jitter = (index: number) => Math.floor(40 * Math.abs(Math.sin(index * index)))
  let total = 1e9
  const counter = regular(720, index => (total += 500 + jitter(index)))
  expect(encodeBlock(counter).length / 720).toBeLessThan(2)
})

test('bytes that are no block are refused', () => {
  const bytes = encodeBlock(regular(100, index => index ** 2))
  expect(() => decodeBlock(bytes.subarray(0, 20))).toThrow()
  expect(() => decodeBlock(Uint8Array.of(7, 1, 2))).toThrow()
})

test('a summary across a restart of the counter and a gap counts only what is known', () => {
  const list = [
    [0, 100],
    [5_000, 110],
    [10_000, 4],
    [15_000, 9],
    [40_000, 90],
    [45_000, 91],
  ] as const
  const [minute] = summarize(
    samplesOf(list.map(([slot, each]) => ({ slot, value: each, cadence: 5_000 }))),
    0,
    60_000,
  )
  expect(minute).toMatchObject({ n: 6, increase: 10 + 5 + 1, coveredMs: 15_000, min: 4, max: 110 })
})
