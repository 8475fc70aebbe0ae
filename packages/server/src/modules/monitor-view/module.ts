/** The monitoring calls on the exact paths of the specification; monitoring links are stored by their own module. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { ModuleBase } from '../module.ts'
import type { MonitorLinkService } from '../monitor-link/monitor-link.service.ts'
import { monitorViewApi } from './monitor-view.api.ts'
import { createMonitorViewRepository } from './monitor-view.repository.ts'

export interface MonitorViewModuleDeps extends Pick<ModuleBase, 'database'> {
  readonly monitorLinks: MonitorLinkService
}

export function monitorViewModule({ database, monitorLinks: links }: MonitorViewModuleDeps) {
  const views = createMonitorViewRepository(database)
  return {
    handlers: { monitorView: monitorViewApi({ views, links, typeOf: monitorTypeOf }) },
    services: {},
  }
}
