/** Standalone executions of components and trials of JMeter plans. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ComponentService } from '../component/component.service.ts'
import type { JmeterComponentService } from '../jmeter-component/jmeter-component.service.ts'
import type { ModuleBase } from '../module.ts'
import { type AnywhereDebugs, debugApi, trialApi } from './debug.api.ts'
import { createDebugService, type DebugService } from './debug.service.ts'
import type { DebugStore } from './debug-store.ts'

export const debugNouns: Nouns = {
  debug: { zh: '独立执行', en: 'The standalone execution' },
}

export interface DebugModuleDeps extends ModuleBase {
  readonly debugStore: DebugStore
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly clustersFor: (projectId: string) => Promise<Cluster[]>
  readonly fileOf: Parameters<typeof createDebugService>[0]['fileOf']
  readonly components: Pick<ComponentService, 'revealed'>
  readonly jmeterComponents: Pick<JmeterComponentService, 'runInput'>
  /** Publishes to the subscribers of the execution, on any server. */
  readonly publish: (projectId: string, debugId: string, message: LiveMessage) => void
  /** Builds the executions of all servers from those of this one. */
  readonly onAllServers: (local: DebugService) => AnywhereDebugs
}

export function debugModule(deps: DebugModuleDeps) {
  const { debugStore: store, link, clustersFor, fileOf, components, jmeterComponents, publish } = deps
  const debugs = createDebugService({
    store,
    link,
    clustersFor,
    fileOf,
    revealed: (projectId, id, document) => components.revealed(projectId, id, document),
    publish,
  })
  const anyDebugs = deps.onAllServers(debugs)
  return {
    handlers: {
      component: debugApi(anyDebugs),
      jmeterComponent: trialApi(debugs, (projectId, id) => jmeterComponents.runInput(projectId, id)),
    },
    services: { debugs, anyDebugs },
  }
}
