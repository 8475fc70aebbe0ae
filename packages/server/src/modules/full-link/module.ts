/** Full link: from labels of runs to the nodes of monitoring links that serve them. */
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import type { MonitorService } from '../monitor/monitor.service.ts'
import type { MonitorFigures } from '../monitor/monitor-figures.service.ts'
import type { MonitorPlace } from '../monitor/monitor-places.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { createStoredRuns } from '../run/stored-run.ts'
import { knownMachines } from '../run-monitoring/known-machines.ts'
import type { RunMonitoringService } from '../run-monitoring/run-monitoring.service.ts'
import { fullLinkApi } from './full-link.api.ts'
import { createFullLinkRepository } from './full-link.repository.ts'
import { createFullLinkService } from './full-link.service.ts'
import { lookUp } from './look-up.ts'

export const fullLinkNouns: Nouns = {
  runLabel: { zh: '请求或事务', en: 'The request or transaction' },
}

export interface FullLinkModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly link: Pick<AgentLink, 'onlineMachines'>
  readonly monitors: Pick<MonitorService, 'agents'>
  readonly monitorPlaces: (projectId: string) => Promise<MonitorPlace[]>
  readonly monitorTypes: MonitorTypes
  readonly monitorFigures: MonitorFigures
  readonly runMonitoring: RunMonitoringService
}

export function fullLinkModule(deps: FullLinkModuleDeps) {
  const { database, clock: now, link, monitors } = deps
  const service = createFullLinkService({
    repository: createFullLinkRepository(database),
    runs: createStoredRuns(database),
    runMonitoring: deps.runMonitoring,
    agentsOf: projectId => monitors.agents(projectId),
    placesOf: deps.monitorPlaces,
    monitors: createMonitorRepository(database),
    types: deps.monitorTypes,
    figures: deps.monitorFigures,
    machines: knownMachines(link),
    lookUp,
    now,
  })
  return { handlers: { fullLink: fullLinkApi(service) }, services: {} }
}
