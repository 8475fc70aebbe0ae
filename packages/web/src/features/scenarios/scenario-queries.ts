/** Server state of the scenario pages. */

import type { Component } from '@pone/contract/entities/component.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { scenarioEngines } from './engines/registry.ts'
import type { BoundComponent } from './engines/scenario-engine.ts'

export const scenarioKeys = {
  tree: (projectId: string) => ['scenario', 'tree', projectId] as const,
  one: (projectId: string, id: string) => ['scenario', 'one', projectId, id] as const,
  clusters: (projectId: string) => ['scenario', 'clusters', projectId] as const,
}

export function useScenarioTree() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: scenarioKeys.tree(projectId),
    queryFn: ({ signal }) => api.scenario.tree({ projectId }, { signal }),
  })
}

export function useScenario(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: scenarioKeys.one(projectId, id),
    queryFn: ({ signal }) => api.scenario.get({ projectId, id }, { signal }),
    refetchOnWindowFocus: false,
  })
}

/** Machines come and go, so the list is asked again every five seconds while it is looked at. */
export function useClusters() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: scenarioKeys.clusters(projectId),
    queryFn: ({ signal }) => api.scenario.clusters({ projectId }, { signal }),
    refetchInterval: 5_000,
  })
}

/** The catalogue of the engine's components. */
export function useComponentTree(engine: Engine) {
  return useQuery(scenarioEngines[engine].catalogue(useSession('projectId')))
}

/** Bound components as their engine reads them. */
function useBound(): (id: string) => BoundComponent {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return id => ({ projectId, id, client })
}

/** Names that rules can be chosen from where labels are not known before the start; others may come to be while it runs. */
export function useSuggestedLabels({ engine, bindings }: ScenarioDocument): readonly string[] {
  const bound = useBound()
  const { suggestedLabels, componentKey } = scenarioEngines[engine]
  const answers = useQueries({
    queries: (suggestedLabels === undefined ? [] : bindings).map(({ componentId }) => ({
      queryKey: [...componentKey(bound(componentId).projectId, componentId), 'labels'],
      queryFn: async () => (await suggestedLabels?.(bound(componentId))) ?? [],
    })),
  })
  return [...new Set(answers.flatMap(answer => answer.data ?? []))]
}

/** Why bound components cannot carry the load, by component; what is not read yet is left out. */
export function useLoadReasons(document: ScenarioDocument): ReadonlyMap<string, readonly Bilingual[]> {
  const bound = useBound()
  const { engine, bindings, loadModel, drive, maxUsers } = document
  const load = { loadModel, drive, maxUsers }
  const { reasons, componentKey } = scenarioEngines[engine]
  const answers = useQueries({
    queries: (reasons === undefined ? [] : bindings).map(({ componentId: id }) => ({
      queryKey: [...componentKey(bound(id).projectId, id), 'reasons', load],
      queryFn: async () => ({ id, reasons: (await reasons?.(bound(id), load)) ?? [] }),
    })),
  })
  return new Map(
    answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.reasons] as const])),
  )
}

/** What would drive the scenario where its components do, in their order; null until all are read. */
export function useThreadGroups({ engine, bindings, loadModel }: ScenarioDocument): DrivenGroup[] | null {
  const toBound = useBound()
  const nodes = useComponentTree(engine)
  const nameOf = (id: string) => nodes.data?.find(node => node.id === id)?.name ?? ''
  const bound = loadModel.kind === 'threadGroups' ? bindings : []
  const { groups, componentKey } = scenarioEngines[engine]
  const answers = useQueries({
    queries: bound.map(({ componentId: id }) => ({
      queryKey: [...componentKey(toBound(id).projectId, id), 'groups'],
      queryFn: () => groups(toBound(id)),
    })),
  })
  if (answers.some(answer => answer.data === undefined)) return null
  return bound.flatMap(({ componentId }, at) =>
    (answers[at]?.data ?? []).map(group => ({
      ...group,
      name: [nameOf(componentId), group.name].filter(part => part !== '').join(' / '),
    })),
  )
}

/** Labels of the bound components: what SLA rules can look at. null until all are read, and where they come to be while it runs. */
export function useLabels({ engine, bindings, drive }: ScenarioDocument): ReadonlySet<string> | null {
  const projectId = useSession('projectId')
  const { knowsLabels } = engines[engine]
  const answers = useQueries({
    queries: (knowsLabels ? bindings : []).map(({ componentId: id }) => ({
      queryKey: ['component', 'one', projectId, id],
      queryFn: () => api.component.get({ projectId, id }),
    })),
  })
  if (!knowsLabels || answers.some(answer => answer.data === undefined)) return null
  const components = answers
    .map(answer => answer.data)
    .filter((data): data is Component => data !== undefined)
  return new Set(labelsOf(components, drive).map(label => label.name))
}
