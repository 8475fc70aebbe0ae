/** Creates a project with a component on the server, and scenarios that execute it on the local cluster. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { LoadModel, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export interface Design {
  readonly projectId: string
  /** Returns the scenario's id. */
  addScenario(
    loadModel: LoadModel,
    driven?: Partial<Pick<ScenarioDocument, 'drive' | 'maxUsers'>>,
  ): Promise<string>
}

export async function designScenario(
  server: ServerUnderTest,
  { code, document }: { code: string; document: ComponentDocument },
): Promise<Design> {
  const { id: projectId } = await server.call(calls.project.create, { name: code, code })
  const [root] = await server.call(calls.component.tree, { projectId })
  const component = await server.call(calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: 'Component',
    document,
  })
  const [cluster] = await server.call(calls.scenario.clusters, { projectId })
  const set = await server.call(calls.scenario.createSet, { projectId, name: 'Scenarios' })
  let scenarios = 0
  return {
    projectId,
    addScenario: async (loadModel, driven = {}) => {
      const scenario = await server.call(calls.scenario.create, {
        projectId,
        parentId: set.id,
        name: `Scenario ${++scenarios}`,
        document: {
          bindings: [{ componentId: component.id, percentage: 100 }],
          clusterId: cluster?.id ?? null,
          loadModel,
          ...driven,
        },
      })
      return scenario.id
    },
  }
}
