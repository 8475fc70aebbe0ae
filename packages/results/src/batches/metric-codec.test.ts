import type { BatchMetric } from '@pone/contract/link/batch.ts'
import { MetricSum } from '@pone/metrics/metric-sums.ts'
import { metricKinds } from '@pone/schema/protocol.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMetrics, encodeMetrics } from './metric-codec.ts'

const metric = (
  label: number,
  kind: BatchMetric['kind'],
  values: readonly number[],
  key = 'm',
): BatchMetric => {
  const sum = new MetricSum(kind)
  for (const [at, value] of values.entries()) sum.record(value, at)
  return { label, ...sum.toWire(key) }
}

test('metrics that were stored are read as they were', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: -1, max: 65_535 }),
          fc.constantFrom(...metricKinds),
          fc.array(fc.nat(5_000_000), { minLength: 1 }),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 13 }),
        ),
      ),
      given => {
        const batch = given.map(([label, kind, values, key]) => metric(label, kind, values, key))
        const read = [...decodeMetrics(encodeMetrics(batch))].map(({ histogram, ...numbers }) => ({
          ...numbers,
          ...(histogram && { histogram: Buffer.from(histogram).toString('base64') }),
        }))
        expect(read).toEqual(batch)
      },
    ),
  )
})

test('a batch without metrics, as versions before 0.8 sent and stored, holds none', () => {
  expect(encodeMetrics([])).toBeNull()
  expect([...decodeMetrics(null)]).toEqual([])
})

test.each([
  ['counts other values than its histogram', { ...metric(0, 'trend', [1, 2]), count: 3 }],
  ['is a trend without a histogram', { ...metric(0, 'trend', [1]), histogram: undefined }],
  ['has a histogram and is no trend', { ...metric(0, 'trend', [1]), kind: 'counter' as const }],
  ['has a damaged histogram', { ...metric(0, 'trend', [1]), histogram: 'AQ/' }],
])('a metric that %s is refused', (_what, damaged) => {
  expect(() => encodeMetrics([damaged])).toThrow(RangeError)
})

test('bytes of another version or kind are refused', () => {
  expect(() => [...decodeMetrics(Buffer.of(9))]).toThrow('version')
  const bytes = encodeMetrics([metric(0, 'counter', [1])])
  bytes?.writeUInt8(99, 5)
  expect(() => [...decodeMetrics(bytes)]).toThrow('kind')
})
