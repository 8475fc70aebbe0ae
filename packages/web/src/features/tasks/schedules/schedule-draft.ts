/** Form state of the schedule dialog, converted from and to a rule; pure. */
import type { ScheduleRule } from '@pone/contract/entities/task.ts'
import dayjs from 'dayjs'
import { cronOf, planOf, type SchedulePlan } from '../schedule-plan.ts'
import { ownZone } from '../task-texts.ts'

export type ScheduleKind = 'once' | SchedulePlan['kind']
export const scheduleKinds = [
  'once',
  'daily',
  'weekly',
  'monthly',
  'cron',
] as const satisfies readonly ScheduleKind[]

/** The fields of all kinds, so that values entered for one kind are kept while another is shown. */
export interface ScheduleDraft {
  readonly kind: ScheduleKind
  readonly at: number
  readonly hour: number
  readonly minute: number
  readonly days: readonly number[]
  readonly day: number | 'last'
  readonly cron: string
  readonly timeZone: string
  readonly endsAt: number | null
}

export function draftOf(rule: ScheduleRule | null, now = Date.now()): ScheduleDraft {
  const fresh: ScheduleDraft = {
    kind: 'once',
    at: dayjs(now).add(1, 'hour').startOf('hour').valueOf(),
    hour: 22,
    minute: 0,
    days: [1, 2, 3, 4, 5],
    day: 1,
    cron: '0 22 * * 1-5',
    timeZone: ownZone,
    endsAt: null,
  }
  if (rule === null) return fresh
  if (rule.kind === 'once') return { ...fresh, at: rule.at }
  const { cron, timeZone, endsAt } = rule
  return { ...fresh, ...planOf(cron), cron, timeZone, endsAt }
}

export function ruleOf(draft: ScheduleDraft): ScheduleRule {
  if (draft.kind === 'once') return { kind: 'once', at: draft.at }
  const { hour, minute, days, day, cron, timeZone, endsAt } = draft
  const plans: Record<SchedulePlan['kind'], SchedulePlan> = {
    daily: { kind: 'daily', hour, minute },
    weekly: { kind: 'weekly', days, hour, minute },
    monthly: { kind: 'monthly', day, hour, minute },
    cron: { kind: 'cron', cron },
  }
  return { kind: 'repeated', cron: cronOf(plans[draft.kind]), timeZone, endsAt }
}
