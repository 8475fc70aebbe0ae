import { expect, it } from 'vitest'
import { draftOf, ruleOf } from './schedule-draft.ts'

const now = Date.UTC(2026, 10, 22, 8, 40)

it('a new schedule is executed once, at the beginning of the next hour', () => {
  expect(ruleOf(draftOf(null, now))).toEqual({ kind: 'once', at: Date.UTC(2026, 10, 22, 9) })
})

it.each([
  ['0 22 * * *', 'daily', { hour: 22, minute: 0 }],
  ['5 1 * * 1,3', 'weekly', { hour: 1, minute: 5, days: [1, 3] }],
  ['5 1 L * *', 'monthly', { day: 'last' }],
  ['*/5 * * * *', 'cron', { cron: '*/5 * * * *' }],
])('%s is edited as %s, and comes back as it was', (cron, kind, fields) => {
  const rule = { kind: 'repeated', cron, timeZone: 'UTC', endsAt: 7 } as const
  const draft = draftOf(rule, now)
  expect(draft).toMatchObject({ kind, timeZone: 'UTC', endsAt: 7, ...fields })
  expect(ruleOf(draft)).toEqual(rule)
})

it('values entered for one kind are kept while another is shown', () => {
  const once = draftOf({ kind: 'once', at: 5 }, now)
  expect(once).toMatchObject({ at: 5, hour: 22, minute: 0, days: [1, 2, 3, 4, 5], day: 1 })
  expect(ruleOf({ ...once, kind: 'weekly' })).toMatchObject({ cron: '0 22 * * 1,2,3,4,5', endsAt: null })
  expect(ruleOf({ ...once, kind: 'monthly' })).toMatchObject({ cron: '0 22 1 * *' })
})
