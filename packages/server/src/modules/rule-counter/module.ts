/** SLA rules on counters of monitors: what they can name, and the values that they are judged on. */
import type { RunRecord } from '@pone/results/run-record.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { ruleCounterApi } from './rule-counter.api.ts'
import { createRuleCounters } from './rule-counters.ts'
import { readRuleValues } from './rule-reading.ts'
import { createRuleValuesRepository } from './rule-values.repository.ts'

export interface RuleCounterModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly timeSeries: TimeSeries
  readonly monitorTypes: MonitorTypes
}

export type RuleValuesService = ReturnType<typeof ruleCounterModule>['services']['ruleValues']

export function ruleCounterModule({
  database,
  clock: now,
  timeSeries,
  monitorTypes: types,
}: RuleCounterModuleDeps) {
  const repository = createRuleValuesRepository(database)
  const monitors = createMonitorRepository(database)
  const { boundLinks, bindCopies } = repository
  const counters = createRuleCounters({ monitors, types, timeSeries, boundLinks })
  const reading = { monitors, types, timeSeries }
  return {
    handlers: { ruleCounter: ruleCounterApi(counters) },
    services: {
      ruleCounters: { ...counters, bindCopies },
      ruleValues: {
        /** Values of a run that goes on, newer than these instants, by rule id. */
        read: (run: RunRecord, taken: ReadonlyMap<string, number | null>) =>
          readRuleValues(reading, run, taken, now()),
        /** Reads all values of an ended run and keeps them with it, beyond the life of its monitors. */
        keep: async (run: RunRecord): Promise<void> => {
          const { id, startedAt, endedAt } = run
          if (startedAt === null || endedAt === null) return
          const values = await readRuleValues(reading, run, new Map(), endedAt + 1)
          await repository.keep(id, startedAt, values)
        },
        kept: (runId: string) => repository.kept(runId),
      },
    },
  }
}
