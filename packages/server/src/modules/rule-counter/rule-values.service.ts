/** Values that SLA rules on counters are judged on: read while a run goes on, and kept with it at its end. */
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { type RuleReadingDeps, readRuleValues } from './rule-reading.ts'
import type { createRuleValuesRepository } from './rule-values.repository.ts'

export interface RuleValuesDeps extends RuleReadingDeps {
  readonly repository: Pick<ReturnType<typeof createRuleValuesRepository>, 'keep' | 'kept'>
  readonly now: () => number
}

export type RuleValuesService = ReturnType<typeof createRuleValuesService>

export function createRuleValuesService(deps: RuleValuesDeps) {
  const { repository, now } = deps
  return {
    /** Values of a run that goes on, newer than these instants, by rule id. */
    read: (run: RunRecord, taken: ReadonlyMap<string, number | null>): Promise<RuleValues[]> =>
      readRuleValues(deps, run, taken, now()),
    /** Reads all values of an ended run and keeps them with it, beyond the life of its monitors. */
    keep: async (run: RunRecord): Promise<void> => {
      const { id, startedAt, endedAt } = run
      if (startedAt === null || endedAt === null) return
      const values = await readRuleValues(deps, run, new Map(), endedAt + 1)
      await repository.keep(id, startedAt, values)
    },
    kept: (runId: string): Promise<RuleValues[]> => repository.kept(runId),
  }
}
