import type { ScheduleRule } from '@pone/contract/entities/task.ts'
import { expect, test } from 'vitest'
import { assertUsable, firingOf, instantsAfter } from './schedule-rule.ts'

const at = (text: string): number => Date.parse(text)
const repeated = (cron: string, timeZone = 'Europe/Berlin', endsAt: string | null = null): ScheduleRule => ({
  kind: 'repeated',
  cron,
  timeZone,
  endsAt: endsAt === null ? null : at(endsAt),
})
const next = (rule: ScheduleRule, after: string, count = 3) =>
  instantsAfter(rule, at(after), count).map(instant => new Date(instant).toISOString().slice(0, 16))

test.each([
  [
    'daily, keeping the wall clock over the change to summer time',
    repeated('0 9 * * *'),
    '2026-03-28T00:00Z',
    ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
  ],
  [
    'a time that the change leaves out comes an hour later by the clock',
    repeated('30 2 * * *'),
    '2026-03-28T12:00Z',
    ['2026-03-29T01:30', '2026-03-30T00:30', '2026-03-31T00:30'],
  ],
  [
    'a time that the change back repeats comes once',
    repeated('30 2 * * *'),
    '2026-10-24T12:00Z',
    ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
  ],
  [
    'working days in Shanghai',
    repeated('30 8 * * 1-5', 'Asia/Shanghai'),
    '2026-01-01T00:30Z',
    ['2026-01-02T00:30', '2026-01-05T00:30', '2026-01-06T00:30'],
  ],
  [
    'months without a day 31 are left out',
    repeated('0 0 31 * *', 'UTC'),
    '2026-01-01T00:00Z',
    ['2026-01-31T00:00', '2026-03-31T00:00', '2026-05-31T00:00'],
  ],
  [
    'the last day of each month',
    repeated('0 0 L * *', 'UTC'),
    '2028-01-31T12:00Z',
    ['2028-02-29T00:00', '2028-03-31T00:00', '2028-04-30T00:00'],
  ],
  [
    'nothing after the end',
    repeated('0 0 * * *', 'UTC', '2026-01-02T00:00Z'),
    '2025-12-31T12:00Z',
    ['2026-01-01T00:00', '2026-01-02T00:00'],
  ],
] as const)('next instants: %s', (_name, rule, after, expected) => {
  expect(next(rule, after)).toEqual(expected)
})

test('a single instant comes once', () => {
  const rule: ScheduleRule = { kind: 'once', at: at('2026-01-01T00:00Z') }
  expect(next(rule, '2025-12-31T23:59Z')).toEqual(['2026-01-01T00:00'])
  expect(next(rule, '2026-01-01T00:00Z')).toEqual([])
})

test.each([
  ['pastInstant', { kind: 'once', at: at('2026-01-01T00:00Z') }],
  ['notCron', repeated('* * * * * *')],
  ['notCron', repeated('61 * * * *')],
  ['notCron', repeated('every day at nine')],
  ['notCron', repeated('@daily  x y z q')],
  ['unknownZone', repeated('0 0 * * *', 'Middle/Earth')],
  ['neverDue', repeated('0 0 30 2 *')],
  ['neverDue', repeated('0 0 * * *', 'UTC', '2026-01-01T00:00Z')],
] as const)('refused as %s: %j', (detail, rule) => {
  expect(() => assertUsable(rule, at('2026-06-01T00:00Z'))).toThrow(
    expect.objectContaining({ code: 'ScheduleInvalid', params: { detail } }),
  )
})

const hourly = repeated('0 * * * *', 'UTC')
const fire = (now: string, graceMinutes = 10, rule = hourly) => {
  const firing = firingOf({ rule, nextAt: at('2026-01-01T00:00Z'), graceMs: graceMinutes * 60_000 }, at(now))
  const text = (instant: number) => new Date(instant).toISOString().slice(11, 16)
  return {
    run: firing.run === null ? null : text(firing.run),
    missed: firing.missed.map(text),
    earlier: firing.earlierMissed,
    next: firing.nextAt === null ? null : text(firing.nextAt),
  }
}

test('a schedule that is due runs, and knows its next time', () => {
  expect(fire('2026-01-01T00:00Z')).toEqual({ run: '00:00', missed: [], earlier: 0, next: '01:00' })
})
test('a time missed by less than the grace is made up for', () => {
  expect(fire('2026-01-01T00:10Z')).toMatchObject({ run: '00:00', missed: [] })
})
test('a time missed by more than the grace is missed', () => {
  expect(fire('2026-01-01T00:11Z')).toEqual({ run: null, missed: ['00:00'], earlier: 0, next: '01:00' })
})
test('of several missed times only the latest can still run', () => {
  expect(fire('2026-01-01T03:05Z')).toEqual({
    run: '03:00',
    missed: ['00:00', '01:00', '02:00'],
    earlier: 0,
    next: '04:00',
  })
})
test('after a long sleep the last ten missed times are told one by one', () => {
  const { missed, earlier, next: following } = fire('2026-01-02T00:30Z')
  expect(missed).toHaveLength(10)
  expect([earlier, missed.at(-1), following]).toEqual([15, '00:00', '01:00'])
})
test('a single instant has no next one', () => {
  const rule: ScheduleRule = { kind: 'once', at: at('2026-01-01T00:00Z') }
  expect(fire('2026-01-01T00:00Z', 10, rule)).toEqual({ run: '00:00', missed: [], earlier: 0, next: null })
})
