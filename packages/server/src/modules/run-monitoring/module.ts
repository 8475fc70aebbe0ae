/** Monitoring of runs: links that start and stop with them, and what was collected. */

import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import type { MonitorFigures } from '../monitor/monitor-figures.service.ts'
import type { MonitorSessionService } from '../monitor/monitor-session.service.ts'
import type { LinkSessions } from '../monitor-link/monitor-link-session.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { RuleValuesService } from '../rule-counter/rule-values.service.ts'
import { createStoredRuns } from '../run/stored-run.ts'
import { knownMachines } from './known-machines.ts'
import { runMonitoringApi } from './run-monitoring.api.ts'
import { createRunMonitoringRepository } from './run-monitoring.repository.ts'
import { createRunMonitoringService } from './run-monitoring.service.ts'

export interface RunMonitoringModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'onFailure'> {
  readonly link: Pick<AgentLink, 'onlineMachines'>
  readonly timeSeries: TimeSeries
  readonly monitorTypes: MonitorTypes
  readonly monitorFigures: MonitorFigures
  readonly monitorSessions: MonitorSessionService
  readonly linkSessions: LinkSessions
  readonly ruleValues: RuleValuesService
}

export function runMonitoringModule(deps: RunMonitoringModuleDeps) {
  const { database, clock: now, onFailure, link, timeSeries, monitorSessions } = deps
  const monitoring = createRunMonitoringService({
    repository: createRunMonitoringRepository(database, deps.linkSessions),
    monitors: createMonitorRepository(database),
    ruleValues: deps.ruleValues,
    figures: deps.monitorFigures,
    types: deps.monitorTypes,
    timeSeries,
    machines: knownMachines(link),
    changed: ids => {
      monitorSessions.changed(ids)
      monitorSessions.runsChanged()
    },
    now,
    onFailure,
  })
  return {
    handlers: { runMonitoring: runMonitoringApi(monitoring, createStoredRuns(database)) },
    services: { runMonitoring: monitoring },
    start: () => {
      monitoring.resume().catch((cause: unknown) => onFailure('monitoring links of ended runs', cause))
    },
  }
}
