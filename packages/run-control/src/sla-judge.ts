/**
 * Judges a run's SLA rules during the run: reports a violated rule, and stops the run where the rule is configured to.
 */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import { ruleSentence } from '@pone/results/export/rule-sentence.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { notMetText } from './not-met-text.ts'
import type { RunNotes } from './run-notes.ts'

/** Judges every second that the awaited machines have reported completely; `stop` ends the run with the given cause. */
export function judgeSla(input: {
  readonly live: LiveRun
  readonly notes: RunNotes
  readonly now: number
  readonly isAwaited: (agentId: string) => boolean
  readonly stop: (detail: string) => void
}): void {
  const { live, notes, stop } = input
  const second = live.judgedSecond(input.now, input.isAwaited)
  for (const { id, action } of [...live.sla.advance(second), ...live.counters.fired()]) {
    const broken = live.slaResults(input.now).find(({ rule }) => rule.id === id)
    const detail = broken === undefined ? '' : tellNotMet(broken, live, notes)
    if (action === 'stop') stop(detail)
  }
}

/** Reports, when the run is over, the violated rules that were not reported before: those that are judged on all of it. */
export function tellBrokenAtEnd(record: RunRecord, live: LiveRun, notes: RunNotes): void {
  for (const result of record.slaResults) {
    if (result.state === 'broken') tellNotMet(result, live, notes)
  }
}

/** Returns why the rule is not met. */
function tellNotMet({ rule, violation }: SlaResult, live: LiveRun, notes: RunNotes): string {
  if (!violation) return ''
  const { id, label, metric, operator, threshold, action } = rule
  const detail = notMetText(rule, violation)
  // After a restart of the server the rules are judged again on what is stored.
  const isTold = live.events.some(event => event.kind === 'slaBroken' && event.params['ruleId'] === id)
  if (!isTold) {
    const { value } = violation
    const sentence = ruleSentence(rule, 'en')
    const params = { rule: sentence, ruleId: id, label, metric, operator, threshold, value, action, detail }
    notes.tell('slaBroken', params)
  }
  return detail
}
