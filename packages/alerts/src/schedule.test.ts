import { expect, test } from 'vitest'
import { type AlertSchedule, scheduleSchema } from './rule.ts'
import { mutedBySchedule, mutedUntil } from './schedule.ts'

const office: AlertSchedule = {
  timeZone: 'Asia/Shanghai',
  workingHours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }],
  maintenance: [{ from: Date.UTC(2026, 10, 24, 2), to: Date.UTC(2026, 10, 24, 3) }],
}

// 2026-11-24 is a Tuesday; Shanghai is 8 h ahead of UTC.
test.each([
  ['2026-11-24T00:59:59Z', 'outsideHours'],
  ['2026-11-24T01:00:00Z', null],
  ['2026-11-24T02:00:00Z', 'maintenance'],
  ['2026-11-24T03:00:00Z', null],
  ['2026-11-24T10:00:00Z', 'outsideHours'],
  ['2026-11-28T04:00:00Z', 'outsideHours'],
])('at %s notices are held back by %s', (instant, cause) => {
  expect(mutedBySchedule(office, Date.parse(instant))).toBe(cause)
})

test.each([
  // A night shift that begins on Friday lasts until Saturday morning.
  ['2026-11-27T23:30:00Z', null],
  ['2026-11-28T05:59:00Z', null],
  ['2026-11-28T06:00:00Z', 'outsideHours'],
  ['2026-11-28T23:30:00Z', 'outsideHours'],
])('working hours over midnight belong to the day they begin on (%s)', (instant, cause) => {
  const night = {
    timeZone: 'UTC',
    workingHours: [{ days: [5], from: '22:00', to: '06:00' }],
    maintenance: [],
  }
  expect(mutedBySchedule(night, Date.parse(instant))).toBe(cause)
})

test('working hours follow daylight saving time', () => {
  const berlin = {
    timeZone: 'Europe/Berlin',
    workingHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '10:00' }],
    maintenance: [],
  }
  expect(mutedBySchedule(berlin, Date.UTC(2026, 6, 1, 7, 30))).toBeNull()
  expect(mutedBySchedule(berlin, Date.UTC(2026, 11, 1, 7, 30))).toBe('outsideHours')
  expect(mutedBySchedule(berlin, Date.UTC(2026, 11, 1, 8, 30))).toBeNull()
})

test.each([
  ['2026-11-24T00:59:30Z', '2026-11-24T01:00:00Z'],
  ['2026-11-24T02:15:00Z', '2026-11-24T03:00:00Z'],
  ['2026-11-24T10:00:00Z', '2026-11-25T01:00:00Z'],
  // From Friday evening until Monday morning.
  ['2026-11-27T12:00:00Z', '2026-11-30T01:00:00Z'],
])('notices that are held back at %s may be sent from %s on', (instant, until) => {
  expect(mutedUntil(office, Date.parse(instant))).toBe(Date.parse(until))
})

test('while notices may be sent nothing ends', () => {
  expect(mutedUntil(office, Date.parse('2026-11-24T01:00:00Z'))).toBeNull()
})

test('times of maintenance that follow one another end with the last one', () => {
  const maintenance = [
    { from: 30, to: 40 },
    { from: 10, to: 20 },
    { from: 18, to: 29 },
  ]
  expect(mutedUntil({ timeZone: 'UTC', workingHours: [], maintenance }, 15)).toBe(29)
})

test('the next working hours are found across a change to winter time', () => {
  const berlin = {
    timeZone: 'Europe/Berlin',
    workingHours: [{ days: [7], from: '09:00', to: '18:00' }],
    maintenance: [],
  }
  // Clocks are set back in the night to Sunday, 2026-10-25.
  expect(mutedUntil(berlin, Date.parse('2026-10-24T12:00:00Z'))).toBe(Date.parse('2026-10-25T08:00:00Z'))
})

test('a time zone that does not exist is refused', () => {
  const schedule = { timeZone: 'Asia/Shanghai', workingHours: [], maintenance: [] }
  expect(scheduleSchema.safeParse(schedule).success).toBe(true)
  expect(scheduleSchema.safeParse({ ...schedule, timeZone: 'Asia/Nowhere' }).success).toBe(false)
})
