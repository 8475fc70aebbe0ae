import { expect, test } from 'vitest'
import { reportRange } from './report-range.ts'

test.each([
  [60_400, null, null, [0, 60_400, 0, 60]],
  [60_400, 10_000, 20_000, [10_000, 20_000, 10, 19]],
  [60_400, 10_500, 12_500, [10_000, 13_000, 10, 12]],
  [60_400, 59_400, 60_400, [59_000, 60_400, 59, 60]],
  [60_400, null, 1_000, [0, 1_000, 0, 0]],
  [60_400, 59_400, null, [59_000, 60_400, 59, 60]],
  [400, null, null, [0, 400, 0, 0]],
  [0, null, null, [0, 0, 0, 0]],
] as const)('of a run of %d ms, %s to %s covers %j', (durationMs, fromMs, toMs, expected) => {
  const range = reportRange(durationMs, { fromMs, toMs })
  expect([range.fromMs, range.toMs, range.firstSecond, range.lastSecond]).toEqual(expected)
})

test.each([
  ['an empty part', 10_000, 10_000],
  ['a start after the end', 20_000, 10_000],
  ['less than a second', 10_000, 10_999],
  ['a start before the run', -1, 10_000],
  ['an end after the run', 0, 60_401],
  ['a part beyond the run', 70_000, 80_000],
  ['everything, and more', -1_000, 61_000],
])('%s is refused', (_what, fromMs, toMs) => {
  expect(() => reportRange(60_400, { fromMs, toMs })).toThrow(
    expect.objectContaining({ code: 'ReportRange' }),
  )
})
