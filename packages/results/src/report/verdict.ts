/** The one word that a report begins with. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { RunCause, SlaResult } from '@pone/contract/entities/run.ts'
import { overallSla } from '../merge/sla-watch.ts'

/** Ends after which the figures say nothing about the target, however good they look. */
const invalidatingCauses: ReadonlySet<RunCause> = new Set<RunCause>([
  'agentLost',
  'workerLost',
  'diskFull',
  'databaseLost',
  'serverRestart',
  'startFailed',
  'timeout',
  'scriptFault',
])

/** `cause` is null for a part of a run that does not reach its end. invalid: nothing was measured, counts do not reconcile, the run broke, or the load machines were the bottleneck; failed: a rule is broken, or a script stopped the test. */
export function verdictOf(input: {
  readonly cause: RunCause | null
  readonly count: number
  readonly isReconciled: boolean
  readonly sla: readonly SlaResult[]
  /** The load machines gave way before the target did. */
  readonly isGeneratorLimit?: boolean
}): ReportFrame['verdict'] {
  const { cause, count, isReconciled, sla, isGeneratorLimit = false } = input
  if (count === 0 || !isReconciled || isGeneratorLimit) return 'invalid'
  const overall = overallSla(sla)
  if (overall === 'broken' || cause === 'slaStop' || cause === 'stopTest') return 'failed'
  if (cause !== null && invalidatingCauses.has(cause)) return 'invalid'
  if (overall === 'passed') return 'passed'
  return sla.length === 0 ? 'noSla' : 'notJudged'
}
