/** Calls of the scenario tree. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { Handlers } from '../../http/handler.ts'
import { type ScenarioService, toScenario, toScenarioNode } from './scenario.service.ts'

const names = (nodes: readonly { name: string }[]): string => nodes.map(node => node.name).join(', ')

export interface ScenarioApiDeps {
  readonly service: ScenarioService
  readonly clustersFor: (projectId: string) => Promise<Cluster[]>
}

export function scenarioApi({ service, clustersFor }: ScenarioApiDeps): Handlers<Calls['scenario']> {
  return {
    tree: async (input, caller) =>
      (await service.tree(input.projectId, caller.user.account)).map(toScenarioNode),
    async createSet(input, caller) {
      caller.audit.target(input.name)
      return toScenarioNode(
        await service.create(input.projectId, caller.user.account, {
          parentId: null,
          kind: 'set',
          name: input.name,
          document: null,
        }),
      )
    },
    async create(input, caller) {
      caller.audit.target(input.name)
      return toScenario(
        await service.create(input.projectId, caller.user.account, {
          parentId: input.parentId,
          kind: 'scenario',
          name: input.name,
          document: input.document,
        }),
      )
    },
    async rename(input, caller) {
      caller.audit.target(input.name)
      const { node, oldName } = await service.rename(
        input.projectId,
        caller.user.account,
        input.id,
        input.name,
      )
      caller.audit.before({ name: oldName })
      caller.audit.after({ name: node.name })
      return toScenarioNode(node)
    },
    async move(input, caller) {
      caller.audit.target(names(await service.move(input.projectId, input)))
      return {}
    },
    async copy(input, caller) {
      const copies = await service.copy(input.projectId, caller.user.account, input)
      caller.audit.target(names(copies))
      return copies.map(toScenarioNode)
    },
    async delete(input, caller) {
      caller.audit.target(names(await service.delete(input.projectId, input.ids)))
      return {}
    },
    get: input => service.scenario(input.projectId, input.id),
    async save(input, caller) {
      const { before, after } = await service.save(input.projectId, caller.user.account, input)
      caller.audit.target(after.name)
      caller.audit.before(before.document)
      caller.audit.after(after.document)
      return toScenario(after)
    },
    clusters: input => clustersFor(input.projectId),
  }
}
