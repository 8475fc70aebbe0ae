/** Server state of the scenario pages. */

import type { Component } from '@pone/contract/entities/component.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { catalogueTrees } from '../../lib/catalogue-trees.ts'
import { useSession } from '../../lib/session/session.ts'
import { scenarioEngines } from './engines/registry.ts'
import type { BoundComponent } from './engines/scenario-engine.ts'

export const scenarioKeys = {
  tree: (projectId: string) => catalogueTrees.scenario(projectId).queryKey,
  one: (projectId: string, id: string) => ['scenario', 'one', projectId, id] as const,
  clusters: (projectId: string) => ['scenario', 'clusters', projectId] as const,
}

export function useScenarioTree() {
  return useQuery(catalogueTrees.scenario(useSession('projectId')))
}

export function useScenario(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: scenarioKeys.one(projectId, id),
    queryFn: ({ signal }) => api.scenario.get({ projectId, id }, { signal }),
    refetchOnWindowFocus: false,
  })
}

/** Polled every five seconds while shown, because machines come and go. */
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

/** Returns the engine's argument for a component id. */
function useBound(): (id: string) => BoundComponent {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return id => ({ projectId, id, client })
}

/** Suggested label names for SLA rules, for an engine whose labels are not known before the start; other labels may appear during a run. */
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

/** Reasons why bound components cannot generate the load, by component; components still loading are omitted. */
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

/** The thread groups of the bound components in binding order, if they determine the load; null until all are loaded. */
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

/** Labels of the bound components, which SLA rules can refer to; null until all are loaded, and for an engine whose labels are known only during a run. */
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
