import { maxMetricRows } from '@pone/schema/limits.ts'
import { expect, test } from 'vitest'
import { MetricRecorder } from './metric-recorder.ts'

const sent = { key: 'sent', kind: 'counter' } as const
const trip = { key: 'trip', kind: 'trend' } as const

test('values are summed up per label and metric, and handed over once', () => {
  const recorder = new MetricRecorder()
  expect(recorder.take()).toBeUndefined()
  recorder.record(0, sent, 2, 10)
  recorder.record(0, sent, 3, 20)
  recorder.record(1, trip, 250, 30)
  expect(recorder.take()).toMatchObject([
    { label: 0, key: 'sent', kind: 'counter', count: 2, sum: 5, last: 3, lastAtMs: 20 },
    { label: 1, key: 'trip', kind: 'trend', count: 1, sum: 250, min: 250, max: 250 },
  ])
  expect(recorder.take()).toBeUndefined()
})

test('a component with countless labels cannot grow memory: what is beyond counts under no label', () => {
  const recorder = new MetricRecorder()
  for (let label = 0; label < maxMetricRows + 500; label++) recorder.record(label, sent, 1, 0)
  const taken = recorder.take() ?? []
  expect(taken).toHaveLength(maxMetricRows + 1)
  expect(taken.at(-1)).toMatchObject({ label: -1, sum: 500 })
})
