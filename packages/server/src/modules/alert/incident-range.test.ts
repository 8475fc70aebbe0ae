import { expect, test } from 'vitest'
import { incidentRange } from './incident-range.ts'

const minute = 60_000

test('an incident is shown with what was before and after it', () => {
  const incident = { openedAt: 100 * minute, closedAt: 180 * minute }
  expect(incidentRange(incident, 1_000 * minute)).toEqual({ from: 80 * minute, to: 200 * minute })
})

test('a short one has ten minutes on both sides, of which none lie in the future', () => {
  expect(incidentRange({ openedAt: 100 * minute, closedAt: 101 * minute }, 105 * minute)).toEqual({
    from: 90 * minute,
    to: 105 * minute,
  })
})

test('an open one is shown until now, a long one with six hours before it', () => {
  expect(incidentRange({ openedAt: 1_000 * minute, closedAt: null }, 10_000 * minute)).toEqual({
    from: 640 * minute,
    to: 10_000 * minute,
  })
})
