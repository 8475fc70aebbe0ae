/** Monitors: their administration, who collects them, and what was collected. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { monitorApi } from './monitor.api.ts'
import { createMonitorRepository } from './monitor.repository.ts'
import { createMonitorService } from './monitor.service.ts'
import { agentsOf } from './monitor-agents.repository.ts'
import { createMonitorGroupService } from './monitor-group.service.ts'
import { createMonitorSessionRepository } from './monitor-session.repository.ts'

export const monitorNouns: Nouns = {
  monitor: { zh: '监控', en: 'The monitor' },
  monitorGroup: { zh: '监控分组', en: 'The group of monitors' },
}

export interface MonitorModuleDeps extends ModuleBase {
  readonly link: AgentLink
}

export function monitorModule({ database, clock: now, secrets, link }: MonitorModuleDeps) {
  const repository = createMonitorRepository(database)
  const monitors = createMonitorService({
    monitors: repository,
    sessions: createMonitorSessionRepository(database),
    agentsOf: projectId => agentsOf(database, projectId),
    typeOf: monitorTypeOf,
    link,
    secrets,
    onChange: () => undefined,
    now,
  })
  const groups = createMonitorGroupService({ monitors: repository, now })
  return { handlers: { monitor: monitorApi({ monitors, groups }) }, services: {} }
}
