/** Server state of the scenario pages. */
import type { Component } from '@pone/contract/entities/component.ts'
import type { ScenarioDocument } from '@pone/contract/entities/scenario.ts'
import { labelsOf } from '@pone/engine/plan/labels.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

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

export function useComponentTree() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['component', 'tree', projectId],
    queryFn: ({ signal }) => api.component.tree({ projectId }, { signal }),
  })
}

/** Labels of the bound components: what SLA rules can look at. null until all are read. */
export function useLabels({ bindings, drive }: ScenarioDocument): ReadonlySet<string> | null {
  const projectId = useSession('projectId')
  const answers = useQueries({
    queries: bindings.map(({ componentId: id }) => ({
      queryKey: ['component', 'one', projectId, id],
      queryFn: () => api.component.get({ projectId, id }),
    })),
  })
  if (answers.some(answer => answer.data === undefined)) return null
  const components = answers
    .map(answer => answer.data)
    .filter((data): data is Component => data !== undefined)
  return new Set(labelsOf(components, drive).map(label => label.name))
}
