import { expect, test } from 'vitest'
import { SlowTraces } from './slow-traces.ts'

const trace = (id: string) => () => ({ traceId: id, at: 1, passed: true })

test('the slowest trace of each label is kept, the slowest first, and given out once', () => {
  const traces = new SlowTraces()
  expect(traces.take()).toBeNull()
  traces.add(0, 2_000, trace('a'))
  traces.add(0, 5_000, trace('b'))
  traces.add(0, 5_000, trace('c'))
  traces.add(1, 9_000, trace('d'))
  expect(traces.take()?.map(({ label, traceId, durationMs }) => [label, traceId, durationMs])).toEqual([
    [1, 'd', 9],
    [0, 'b', 5],
  ])
  expect(traces.take()).toBeNull()
})

test('of many labels the 20 slowest are kept', () => {
  const traces = new SlowTraces()
  for (let label = 0; label < 50; label += 1) traces.add(label, label * 1_000, trace('x'))
  const kept = traces.take() ?? []
  expect([kept.length, kept[0]?.label, kept.at(-1)?.label]).toEqual([20, 49, 30])
})
