import { expect, test } from 'vitest'
import { outcomeOf, startOfDays, toRunDays } from './run-days.ts'

const noon = new Date(2026, 1, 2, 12).getTime()
const hour = 3_600_000

test('runs are counted on the day on which they were created, days without runs are zero', () => {
  const hours = [
    { at: noon, state: 'complete' as const, count: 2 },
    { at: noon - hour, state: 'failed' as const, count: 1 },
    { at: noon - 24 * hour, state: 'userStopped' as const, count: 3 },
    { at: noon, state: 'running' as const, count: 9 },
    { at: noon - 30 * 24 * hour, state: 'complete' as const, count: 7 },
  ]
  expect(toRunDays(hours, noon, 3)).toEqual([
    { day: '2026-01-31', complete: 0, failed: 0, stopped: 0 },
    { day: '2026-02-01', complete: 0, failed: 0, stopped: 3 },
    { day: '2026-02-02', complete: 2, failed: 1, stopped: 0 },
  ])
})

test('the days begin at midnight of the oldest one', () => {
  expect(startOfDays(noon, 3)).toBe(new Date(2026, 0, 31).getTime())
})

test('a backed-up run counts as complete, an active one not at all', () => {
  expect(outcomeOf('backupFailed')).toBe('complete')
  expect(outcomeOf('readyToRun')).toBeUndefined()
})
