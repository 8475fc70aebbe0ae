/** The monitoring calls on the exact paths of the specification; monitoring links are stored by their own module. */
import type { ModuleBase } from '../module.ts'
import type { MonitorLinkService } from '../monitor-link/monitor-link.service.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { monitorViewApi } from './monitor-view.api.ts'
import { createMonitorViewRepository } from './monitor-view.repository.ts'

export interface MonitorViewModuleDeps extends Pick<ModuleBase, 'database'> {
  readonly monitorLinks: MonitorLinkService
  readonly monitorTypes: MonitorTypes
}

export function monitorViewModule({
  database,
  monitorLinks: links,
  monitorTypes: types,
}: MonitorViewModuleDeps) {
  const views = createMonitorViewRepository(database)
  return {
    handlers: { monitorView: monitorViewApi({ views, links, types }) },
    services: {},
  }
}
