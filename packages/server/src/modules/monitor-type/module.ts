/** Monitor types: built-in ones and those of administrators, their versions, and trials on real targets. */
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { type MonitorTypeApiDeps, monitorTypeApi } from './monitor-type.api.ts'
import { createMonitorTypeRepository } from './monitor-type.repository.ts'
import { createMonitorTypeService } from './monitor-type.service.ts'
import { createMonitorTypes } from './monitor-types.ts'
import { createTypeTrialRepository } from './type-trial.repository.ts'
import { TypeTrialService } from './type-trial.service.ts'

export const monitorTypeNouns: Nouns = {
  monitorType: { zh: '监控类型', en: 'The monitor type' },
}

export interface MonitorTypeModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'warn'> {
  readonly link: AgentLink
  readonly paramsOf: MonitorTypeApiDeps['paramsOf']
}

export function monitorTypeModule({ database, clock: now, warn, link, paramsOf }: MonitorTypeModuleDeps) {
  const repository = createMonitorTypeRepository(database)
  const types = createMonitorTypes(repository)
  const listeners: ((monitorIds: readonly string[]) => void)[] = []
  const service = createMonitorTypeService({
    repository,
    types,
    onMoved: ids => {
      for (const listener of listeners) listener(ids)
    },
    now,
  })
  const trials = new TypeTrialService({
    trials: createTypeTrialRepository(database),
    agents: () => repository.agents(),
    link,
    now,
    warn,
  })
  return {
    handlers: { monitorType: monitorTypeApi({ types: service, trials, paramsOf }) },
    services: {
      monitorTypes: types,
      /** Whoever tells agents what to collect is told of monitors that got another version. */
      onMonitorsMoved: (listener: (monitorIds: readonly string[]) => void): void =>
        void listeners.push(listener),
    },
  }
}
