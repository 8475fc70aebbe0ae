/** Server state of the scenario pages. */

import type { Component } from '@pone/contract/entities/component.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { groupOf } from '@pone/plan/load-models/thread-groups.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'

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
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: engine === 'jmeter' ? ['jmeterTree', projectId] : ['component', 'tree', projectId],
    queryFn: ({ signal }) =>
      engine === 'jmeter'
        ? api.jmeterComponent.tree({ projectId }, { signal })
        : api.component.tree({ projectId }, { signal }),
  })
}

const plansKey = 'jmeterPlanOfScenario'
/** A plan may have been edited when it was read longer ago than this, ms. */
const planAgeMs = 10_000

/** Reads the plan of a component; what reads plans is loaded with the first one. */
function usePlanReader() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return async (id: string) => {
    const { document } = await client.fetchQuery({
      queryKey: [plansKey, projectId, id],
      queryFn: ({ signal }) => api.jmeterComponent.get({ projectId, id }, { signal }),
      staleTime: planAgeMs,
    })
    return Uint8Array.from(atob(document.base64), character => character.charCodeAt(0))
  }
}

/** Names that SLA rules of a JMeter scenario can be chosen from; others may come to be while it runs. */
export function usePlanLabels({ engine, bindings }: ScenarioDocument): readonly string[] {
  const projectId = useSession('projectId')
  const planOf = usePlanReader()
  const answers = useQueries({
    queries: (engine === 'jmeter' ? bindings : []).map(({ componentId: id }) => ({
      queryKey: [plansKey, projectId, id, 'labels'],
      queryFn: async () => {
        const { labelsOfPlan } = await import('./jmeter/plan-labels.ts')
        return labelsOfPlan(await planOf(id))
      },
    })),
  })
  return [...new Set(answers.flatMap(answer => answer.data ?? []))]
}

/** Why bound plans of JMeter cannot carry the load, by component; what is not read yet is left out. */
export function usePlanReasons(document: ScenarioDocument): ReadonlyMap<string, readonly Bilingual[]> {
  const projectId = useSession('projectId')
  const planOf = usePlanReader()
  const { engine, bindings, loadModel, drive, maxUsers } = document
  const load = { loadModel, drive, maxUsers }
  const answers = useQueries({
    queries: (engine === 'jmeter' ? bindings : []).map(({ componentId: id }) => ({
      queryKey: [plansKey, projectId, id, 'reasons', load],
      queryFn: async () => {
        const { checkPlan } = await import('@pone/jmeter/load/check-plan.ts')
        const checked = checkPlan(await planOf(id), { load, machines: null })
        return { id, reasons: checked.ok ? [] : checked.reasons }
      },
    })),
  })
  return new Map(
    answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.reasons] as const])),
  )
}

/** What would drive the scenario where its components do, in their order; null until all are read. */
export function useThreadGroups({ engine, bindings, loadModel }: ScenarioDocument): DrivenGroup[] | null {
  const projectId = useSession('projectId')
  const planOf = usePlanReader()
  const nodes = useComponentTree(engine)
  const nameOf = (id: string) => nodes.data?.find(node => node.id === id)?.name ?? ''
  const bound = loadModel.kind === 'threadGroups' ? bindings : []
  const answers = useQueries({
    queries: bound.map(({ componentId: id }) => ({
      queryKey: [...threadGroupsKey(engine, projectId, id)],
      queryFn: async (): Promise<DrivenGroup[]> => {
        if (engine === 'pr')
          return [groupOf('', (await api.component.get({ projectId, id })).document.threadGroup)]
        const { groupsOfPlan } = await import('./jmeter/plan-labels.ts')
        return groupsOfPlan(await planOf(id))
      },
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

const threadGroupsKey = (engine: Engine, projectId: string, id: string) =>
  engine === 'jmeter'
    ? ([plansKey, projectId, id, 'groups'] as const)
    : (['component', 'one', projectId, id, 'group'] as const)

/** Labels of the bound components: what SLA rules can look at. null until all are read, and with JMeter, whose labels come to be while it runs. */
export function useLabels({ engine, bindings, drive }: ScenarioDocument): ReadonlySet<string> | null {
  const projectId = useSession('projectId')
  const answers = useQueries({
    queries: (engine === 'jmeter' ? [] : bindings).map(({ componentId: id }) => ({
      queryKey: ['component', 'one', projectId, id],
      queryFn: () => api.component.get({ projectId, id }),
    })),
  })
  if (engine === 'jmeter' || answers.some(answer => answer.data === undefined)) return null
  const components = answers
    .map(answer => answer.data)
    .filter((data): data is Component => data !== undefined)
  return new Set(labelsOf(components, drive).map(label => label.name))
}
