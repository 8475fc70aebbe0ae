/** The document of a new scenario, with everything chosen for which there is only one choice: component, engine and cluster. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { api } from '../api.ts'
import { withSoleCluster } from './sole-cluster.ts'

export interface BoundComponent {
  readonly engine: Engine
  readonly componentId: string
}

/** The only component of the project, of either engine; null when there is none, or a choice. */
export function soleComponent(
  pr: readonly Pick<ComponentNode, 'id' | 'kind'>[],
  jmeter: readonly Pick<ComponentNode, 'id' | 'kind'>[],
): BoundComponent | null {
  const of = (engine: Engine, nodes: typeof pr) =>
    nodes.flatMap(({ id, kind }) => (kind === 'component' ? [{ engine, componentId: id }] : []))
  const all = [...of('pr', pr), ...of('jmeter', jmeter)]
  return all.length === 1 ? (all[0] ?? null) : null
}

/** Binds this component; null takes the only one of the project, if there is only one. */
export async function newScenarioDocument(
  projectId: string,
  bound: BoundComponent | null,
): Promise<ScenarioDocument> {
  const [clusters, component] = await Promise.all([
    api.scenario.clusters({ projectId }),
    bound ?? readSoleComponent(projectId),
  ])
  const document = scenarioDocumentSchema.parse(
    component === null
      ? {}
      : { engine: component.engine, bindings: [{ componentId: component.componentId, percentage: 100 }] },
  )
  return withSoleCluster(document, clusters)
}

async function readSoleComponent(projectId: string): Promise<BoundComponent | null> {
  const [pr, jmeter] = await Promise.all([
    api.component.tree({ projectId }),
    api.jmeterComponent.tree({ projectId }),
  ])
  return soleComponent(pr, jmeter)
}
