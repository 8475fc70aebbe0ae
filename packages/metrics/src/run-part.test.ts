import { describe, expect, test } from 'vitest'
import { formatClock, formatDuration } from './figures.ts'
import { judgedCase, ratesEndEarlier, runDurationMs, wholeSecondsOf } from './run-part.ts'

test.each([
  ['has not started', { startedAt: null, endedAt: null }, 9_000, null],
  ['goes on', { startedAt: 1_000, endedAt: null }, 9_000, 8_000],
  ['is about to start', { startedAt: 9_500, endedAt: null }, 9_000, 0],
  ['has ended', { startedAt: 1_000, endedAt: 57_700 }, 99_000, 56_700],
])('the length of a run that %s', (_name, times, now, expected) => {
  expect(runDurationMs(times, now)).toBe(expected)
})

test.each([
  [56_700, '56.7 s', '0:56.7'],
  [57_013, '57 s', '0:57'],
  [65_960, '1 min 06 s', '1:06'],
  [65_740, '1 min 05.7 s', '1:05.7'],
  [420, '420 ms', '0:00.4'],
  [999.7, '1 s', '0:01'],
  [3_750_400, '1 h 02 min', '1:02:30.4'],
])('a length of %d ms is the same as text and on the clock', (ms, text, clock) => {
  expect(formatDuration(ms)).toBe(text)
  expect(formatClock(ms / 1_000)).toBe(clock)
})

test.each([
  ['is widened to whole seconds', 10_200, 29_300, 10_000, 30_000],
  ['ends where the run ends', 10_000, 56_700, 10_000, 56_700],
  ['is never empty', 10_000, 10_000, 10_000, 11_000],
])('a part %s', (_name, fromMs, toMs, from, to) => {
  expect(wholeSecondsOf({ fromMs, toMs }, 56_700)).toEqual({ fromMs: from, toMs: to })
})

describe('on what rules are judged', () => {
  const judged = {
    fromMs: 10_000,
    toMs: 57_013,
    ratesToMs: 57_000,
    rampUpEndMs: 10_000,
    includesRampUp: false,
  }
  test.each([
    ['excluded', judged, { fromMs: 0, toMs: 57_013 }],
    ['nothing', { ...judged, toMs: 8_000 }, { fromMs: 0, toMs: 8_000 }],
    ['plain', { ...judged, fromMs: 20_000 }, { fromMs: 20_000, toMs: 57_013 }],
    ['included', { ...judged, fromMs: 0, includesRampUp: true }, { fromMs: 0, toMs: 57_013 }],
  ])('%s', (expected, of, part) => {
    expect(judgedCase(of, part)).toBe(expected)
  })
  test('rates end earlier where a whole second was only drained', () => {
    expect(ratesEndEarlier(judged)).toBe(false)
    expect(ratesEndEarlier({ ...judged, toMs: 60_200 })).toBe(true)
  })
})
