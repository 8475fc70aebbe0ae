/** Views of several monitors, and the monitoring calls on the exact paths of the specification. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { monitorViewApi } from './monitor-view.api.ts'
import { createMonitorViewRepository } from './monitor-view.repository.ts'

export const monitorViewNouns: Nouns = {
  monitorView: { zh: '监控视图', en: 'The monitoring view' },
}

export function monitorViewModule({ database, clock: now }: Pick<ModuleBase, 'database' | 'clock'>) {
  const views = createMonitorViewRepository(database)
  return {
    handlers: { monitorView: monitorViewApi({ views, typeOf: monitorTypeOf, now }) },
    services: {},
  }
}
