/** Server state of task sets, executions and schedules; of one project, or of all projects in the administration. */

import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import {
  isActiveExecution,
  type TaskDocument,
  type TaskSet,
  type TaskSetDocument,
} from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'

/** The projects whose tasks a page shows. */
export type TaskScope = { readonly kind: 'project'; readonly projectId: string } | { readonly kind: 'admin' }

export const taskKeys = {
  all: ['task'] as const,
  tree: (projectId: string) => ['task', 'tree', projectId] as const,
  set: (projectId: string, id: string) => ['task', 'set', projectId, id] as const,
}
const liveMs = 2_000
const idleMs = 10_000

export function useTaskTree() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: taskKeys.tree(projectId),
    queryFn: ({ signal }) => api.task.tree({ projectId }, { signal }),
  })
}

export function useTaskSet(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: taskKeys.set(projectId, id),
    queryFn: ({ signal }) => api.task.set({ projectId, id }, { signal }),
    refetchInterval: answer => (answer.state.data?.activeExecutionId ? liveMs : false),
  })
}

interface Saved {
  readonly id: string
  readonly document: TaskDocument | TaskSetDocument
}

/** Saves each change of a set and its tasks immediately and one after another, with an optimistic update. */
export function useSaveTask(setId: string) {
  const client = useQueryClient()
  const projectId = useSession('projectId')
  const queryKey = taskKeys.set(projectId, setId)
  const revisionOf = (id: string): number => {
    const set = client.getQueryData<TaskSet>(queryKey)
    return (id === setId ? set?.revision : set?.tasks.find(task => task.id === id)?.revision) ?? 1
  }
  const show = (id: string, change: { document?: TaskDocument | TaskSetDocument; revision?: number }) =>
    client.setQueryData<TaskSet>(queryKey, old => {
      if (old === undefined) return old
      if (id === setId) return { ...old, ...change } as TaskSet
      const tasks = old.tasks.map(task => (task.id === id ? { ...task, ...change } : task))
      return { ...old, tasks: tasks as TaskSet['tasks'] }
    })
  return useMutation({
    scope: { id: `task-set-${setId}` },
    onMutate: async ({ id, document }: Saved) => {
      await client.cancelQueries({ queryKey })
      show(id, { document })
    },
    mutationFn: ({ id, document }: Saved) =>
      api.task.save({ projectId, id, revision: revisionOf(id), document }),
    onSuccess: saved => show(saved.id, { revision: saved.revision }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: ['task', 'save', setId] }) > 1) return undefined
      return client.invalidateQueries({ queryKey })
    },
    mutationKey: ['task', 'save', setId],
  })
}

export type TaskListQuery = Omit<ClientInputOf<Calls['task']['list']>, 'projectId'>

export function usePerformanceTasks(scope: TaskScope, query: TaskListQuery, isEnabled = true) {
  return useQuery({
    queryKey: ['task', 'list', scope, query],
    queryFn: ({ signal }) =>
      scope.kind === 'admin'
        ? api.adminTask.list(query, { signal })
        : api.task.list({ ...query, projectId: scope.projectId }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: answer =>
      answer.state.data?.rows.some(row => isActiveExecution(row.state)) ? liveMs : idleMs,
  })
}

export function useTaskCounts(scope: TaskScope, engine: Engine) {
  return useQuery({
    queryKey: ['task', 'counts', scope, engine],
    queryFn: ({ signal }) =>
      scope.kind === 'admin'
        ? api.adminTask.counts({ engine }, { signal })
        : api.task.counts({ projectId: scope.projectId, engine }, { signal }),
    refetchInterval: liveMs,
  })
}

export function useExecution(scope: TaskScope, id: string) {
  const language = useSession('language')
  return useQuery({
    queryKey: ['task', 'execution', scope, id, language],
    queryFn: ({ signal }) =>
      scope.kind === 'admin'
        ? api.adminTask.execution({ id }, { signal })
        : api.task.execution({ projectId: scope.projectId, id }, { signal }),
    refetchInterval: answer =>
      answer.state.data === undefined || isActiveExecution(answer.state.data.state) ? liveMs : false,
  })
}

export type ScheduleListQuery = Omit<ClientInputOf<Calls['task']['schedules']>, 'projectId'>

export function useSchedules(scope: TaskScope, query: ScheduleListQuery, isEnabled = true) {
  return useQuery({
    queryKey: ['task', 'schedules', scope, query],
    queryFn: ({ signal }) =>
      scope.kind === 'admin'
        ? api.adminTask.schedules(query, { signal })
        : api.task.schedules({ ...query, projectId: scope.projectId }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: idleMs,
  })
}

/** A call that changes executions or schedules; afterwards all queries of tasks are refreshed. */
export function useTaskAction<I, O>(act: (input: I) => Promise<O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: taskKeys.all }),
  })
}

/** Refreshed together with the tree of scenarios. */
export function useTaskScenarios() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['scenario', 'tree', projectId, 'tasks'],
    queryFn: ({ signal }) => api.task.scenarios({ projectId }, { signal }),
  })
}

export function useClusters() {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['scenario', 'clusters', projectId],
    queryFn: ({ signal }) => api.scenario.clusters({ projectId }, { signal }),
  })
}
