import { expect, test } from 'vitest'
import { cronOf, planOf, type SchedulePlan, sentenceOf } from './schedule-plan.ts'

test.each<[SchedulePlan, string]>([
  [{ kind: 'daily', hour: 9, minute: 5 }, '5 9 * * *'],
  [{ kind: 'weekly', days: [1, 3, 7], hour: 0, minute: 0 }, '0 0 * * 1,3,7'],
  [{ kind: 'monthly', day: 31, hour: 23, minute: 59 }, '59 23 31 * *'],
  [{ kind: 'monthly', day: 'last', hour: 1, minute: 0 }, '0 1 L * *'],
  [{ kind: 'cron', cron: '*/5 8-18 * * 1-5' }, '*/5 8-18 * * 1-5'],
])('the plan %j is the expression %s and back', (plan, cron) => {
  expect(cronOf(plan)).toBe(cron)
  expect(planOf(cron)).toEqual(plan)
})

test('ranges of days and both numbers for Sunday are parsed', () => {
  expect(planOf('0 9 * * 1-5')).toMatchObject({ kind: 'weekly', days: [1, 2, 3, 4, 5] })
  expect(planOf('0 9 * * 0')).toMatchObject({ kind: 'weekly', days: [7] })
})

test.each(['60 9 * * *', '0 24 * * *', '0 9 32 * *', '0 9 * 1 *', '0 9 1 * 1', '0 9 * * 5-1', '0 9 * *'])(
  '%s has no form of its own',
  cron => {
    expect(planOf(cron)).toEqual({ kind: 'cron', cron })
  },
)

test.each([
  ['0 9 * * *', '每天 09:00', 'Every day at 09:00'],
  ['30 8 * * 1-5', '工作日（周一至周五）08:30', 'Monday to Friday at 08:30'],
  ['0 22 * * 1,3', '每周一、周三 22:00', 'Every Monday and Wednesday at 22:00'],
  ['0 22 * * 6,0', '周末 22:00', 'Saturday and Sunday at 22:00'],
  ['0 1 5 * *', '每月 5 日 01:00', 'On day 5 of every month at 01:00'],
  [
    '0 1 31 * *',
    '每月 31 日 01:00（没有 31 日的月份跳过）',
    'On day 31 of every month that has one, at 01:00',
  ],
  ['0 1 L * *', '每月最后一天 01:00', 'On the last day of every month at 01:00'],
  ['*/15 * * * *', '每 15 分钟', 'Every 15 minutes'],
  ['5 * * * *', '每小时的第 5 分', 'At minute 5 of every hour'],
  ['0 9 1 1 *', '按 cron 表达式 0 9 1 1 *', 'As the cron expression 0 9 1 1 * says'],
])('%s reads “%s”', (cron, zh, en) => {
  expect(sentenceOf(cron)).toEqual({ zh, en })
})
