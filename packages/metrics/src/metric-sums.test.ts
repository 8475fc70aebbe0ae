/** Proves that sums of metrics merge and travel without losing anything. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'
import { type MetricKind, MetricSum, MetricSums, type WireMetric } from './metric-sums.ts'

const kinds: readonly MetricKind[] = ['counter', 'rate', 'trend', 'gauge']
/** A value and its instant, ms. */
const recording = fc.tuple(fc.nat(1_000_000), fc.nat(5_000))
type Recordings = readonly (readonly [value: number, atMs: number])[]

function sumOf(kind: MetricKind, recordings: Recordings): MetricSum {
  const sum = new MetricSum(kind)
  for (const [value, atMs] of recordings) sum.record(kind === 'rate' ? value % 2 : value, atMs)
  return sum
}

const read = ({ kind, histogram, ...numbers }: WireMetric): MetricSum => {
  const sum = new MetricSum(kind)
  sum.merge(numbers, histogram === undefined ? null : decodeBase64(histogram))
  return sum
}

test.each(kinds)('a %s is the same in whatever parts and order its values are merged', kind => {
  fc.assert(
    fc.property(fc.array(fc.array(recording)), fc.boolean(), (parts, isReversed) => {
      const whole = sumOf(kind, parts.flat())
      const merged = new MetricSum(kind)
      for (const part of isReversed ? parts.toReversed() : parts) {
        const sent: WireMetric = JSON.parse(JSON.stringify(sumOf(kind, part).toWire('m')))
        const arrived = read(sent)
        merged.merge(arrived, arrived.encoded())
        merged.pack()
      }
      expect(merged.toWire('m')).toEqual(whole.toWire('m'))
      expect(merged.figures()).toEqual(whole.figures())
    }),
  )
})

test('percentiles of a trend are those of all values, never averages of averages', () => {
  const [slow, fast] = [sumOf('trend', [[1_000_000, 0]]), new MetricSum('trend')]
  for (let at = 0; at < 99; at++) fast.record(100, at)
  fast.merge(slow, slow.encoded())
  expect(fast.figures()).toEqual({
    kind: 'trend',
    count: 100,
    min: 100,
    avg: 10_099,
    p50: 100,
    p90: 100,
    p95: 100,
    p99: 100,
    max: 1_000_000,
  })
})

test('the last value of a gauge is the latest of two machines, of one instant the larger', () => {
  const [here, there] = [sumOf('gauge', [[7, 900]]), sumOf('gauge', [[3, 950]])]
  here.merge(there, null)
  expect(here.figures()).toEqual({ kind: 'gauge', last: 3, min: 3, max: 7 })
  here.merge(sumOf('gauge', [[5, 950]]), null)
  expect(here.figures()).toEqual({ kind: 'gauge', last: 5, min: 3, max: 7 })
})

test('a reset sum begins anew, and what is no number is not counted', () => {
  const sum = sumOf('trend', [[5, 1]])
  sum.reset()
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) sum.record(value, 2)
  expect(sum.toWire('m')).toEqual(new MetricSum('trend').toWire('m'))
})

test('no more metrics are kept than there is room for, and one key has one kind', () => {
  const sums = new MetricSums(2)
  const keys = ['a', 'b', 'c', 'a'].map(key => sums.of({ key, kind: 'counter' }))
  expect(keys.map(sum => sum !== null)).toEqual([true, true, false, true])
  expect(sums.of({ key: 'a', kind: 'trend' })).toBeNull()
  keys[1]?.record(1, 0)
  expect([...sums.entries()].map(([key]) => key)).toEqual(['b'])
})
