/**
 * Judges a run's SLA rules during the run: reports a violated rule, and stops the run where the rule is configured to.
 */
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { ruleText } from './rule-text.ts'
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
  for (const rule of live.sla.advance(second)) {
    const detail = tellBroken(rule, live, notes)
    if (rule.action === 'stop') stop(detail)
  }
}

/** Reports, when the run is over, the violated rules that were not reported before: those that are judged on all of it. */
export function tellBrokenAtEnd(record: RunRecord, live: LiveRun, notes: RunNotes): void {
  for (const { rule, state } of record.slaResults) {
    if (state === 'broken') tellBroken(rule, live, notes)
  }
}

function tellBroken(rule: SlaRule, live: LiveRun, notes: RunNotes): string {
  const { id, label, metric, operator, threshold, action } = rule
  const value = live.slaResults().find(result => result.rule.id === id)?.value ?? 0
  const sentence = ruleText(rule)
  // After a restart of the server the rules are judged again on what is stored.
  const isTold = live.events.some(event => event.kind === 'slaBroken' && event.params['ruleId'] === id)
  if (!isTold) {
    const params = { rule: sentence, ruleId: id, label, metric, operator, threshold, value, action }
    notes.tell('slaBroken', params)
  }
  return `${sentence}: ${Number(value.toPrecision(4))}`
}
