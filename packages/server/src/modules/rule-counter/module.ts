/** SLA rules on counters of monitors: what they can name, and the values that they are judged on. */
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { ruleCounterApi } from './rule-counter.api.ts'
import { createRuleCounters } from './rule-counters.ts'
import { createRuleValuesRepository } from './rule-values.repository.ts'
import { createRuleValuesService } from './rule-values.service.ts'

export interface RuleCounterModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly timeSeries: TimeSeries
  readonly monitorTypes: MonitorTypes
}

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
  return {
    handlers: { ruleCounter: ruleCounterApi(counters) },
    services: {
      ruleCounters: { ...counters, bindCopies },
      ruleValues: createRuleValuesService({ monitors, types, timeSeries, repository, now }),
    },
  }
}
