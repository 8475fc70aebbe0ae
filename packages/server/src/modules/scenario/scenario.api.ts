/** Calls of the scenario tree. */
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { Handlers } from '../../calls/handler.ts'
import { catalogueApi } from '../catalogue/catalogue.api.ts'
import { type ScenarioService, toScenario, toScenarioNode } from './scenario.service.ts'

export interface ScenarioApiDeps {
  readonly service: ScenarioService
  readonly list: (query: InputOf<Calls['scenario']['list']>) => Promise<OutputOf<Calls['scenario']['list']>>
  readonly clustersFor: (projectId: string) => Promise<Cluster[]>
}

export function scenarioApi({ service, list, clustersFor }: ScenarioApiDeps): Handlers<Calls['scenario']> {
  return {
    ...catalogueApi(service, { toNode: toScenarioNode, toLeaf: toScenario }),
    list,
    async createSet({ projectId, name }, caller) {
      caller.audit.target(name)
      const set = { parentId: null, kind: 'set', name, document: null }
      return toScenarioNode(await service.create(projectId, caller.user.account, set))
    },
    async create({ projectId, parentId, name, document }, caller) {
      caller.audit.target(name)
      const scenario = { parentId, kind: 'scenario', name, document }
      return toScenario(await service.create(projectId, caller.user.account, scenario))
    },
    clusters: input => clustersFor(input.projectId),
  }
}
