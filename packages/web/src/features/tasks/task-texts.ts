/** Sentences about executions, tasks and schedules in the current language. */
import type { Execution, ScheduleRule, TaskResult } from '@pone/contract/entities/task.ts'
import { type Language, type Translate, useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { formatInstant } from '../../ui/format.ts'
import { sentenceOf } from './schedule-plan.ts'

/** The time zone of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function ruleText(t: Translate, language: Language, rule: ScheduleRule): string {
  if (rule.kind === 'once') return t('schedule.once', { at: formatInstant(rule.at).slice(0, 16) })
  const sentence = sentenceOf(rule.cron)[language]
  const zoned =
    rule.timeZone === ownZone ? sentence : t('schedule.inZone', { rule: sentence, zone: rule.timeZone })
  return rule.endsAt === null
    ? zoned
    : t('schedule.until', { rule: zoned, end: formatInstant(rule.endsAt).slice(0, 16) })
}

/** A rule as a sentence. */
export function useRuleText(): (rule: ScheduleRule) => string {
  const t = useT()
  const language = useSession('language')
  return rule => ruleText(t, language, rule)
}

/** Why an execution ended in its state; '' while it is active. */
export function useExecutionCause(): (execution: Pick<Execution, 'cause' | 'causeDetail'>) => string {
  const t = useT()
  return ({ cause, causeDetail: detail }) => {
    if (cause === null) return ''
    if (cause === 'late' && detail !== '') return t('executionCause.lateMany', { detail })
    return t(`executionCause.${cause}`, { detail })
  }
}

/** Why a task is in its state, or what it waits for; '' when there is no reason. */
export function useTaskCause(): (task: Pick<TaskResult, 'cause' | 'reason'>) => string {
  const t = useT()
  return ({ cause, reason }) =>
    [cause === null ? '' : t(`taskCause.${cause}`), reason].filter(Boolean).join(' · ')
}
