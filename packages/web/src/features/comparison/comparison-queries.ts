/** Server state of the comparison. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { ComparedPart } from '@pone/contract/entities/comparison.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import type { RunMonitoringView } from '@pone/contract/entities/run-monitoring.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { catalogueTrees } from '../../lib/catalogue-trees.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import type { KnownRun } from './model/comparison-plan.ts'

const followMs = 10_000
/** Figures of ended runs never change. */
const lastingMs = 10 * 60_000

/** Each run as far as it is loaded, and a function that loads them again. */
export function useKnownRuns(ids: readonly string[]): {
  readonly known: readonly KnownRun[]
  readonly details: readonly RunDetail[]
  readonly retry: () => void
} {
  const projectId = useSession('projectId')
  const answers = useQueries({
    queries: ids.map(id => ({
      queryKey: ['run', 'one', projectId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.run.get({ projectId, id }, { signal }),
      refetchInterval: ({ state }: { state: { data: RunDetail | undefined } }) =>
        state.data !== undefined && isActiveRun(state.data.state) ? followMs : false,
    })),
  })
  const known = answers.map(({ data, error }): KnownRun => {
    if (error instanceof ApiError && error.code === 'NotFound') return 'deleted'
    return data ?? (error ? 'failed' : null)
  })
  return {
    known,
    details: answers.flatMap(({ data }) => data ?? []),
    retry: () => {
      for (const answer of answers) void answer.refetch()
    },
  }
}

/** The comparison of two or more runs; polled while one of them is active. */
export function useComparison(parts: readonly ComparedPart[], isEnabled: boolean) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['comparison', 'compare', projectId, parts],
    queryFn: ({ signal }) => api.comparison.compare({ projectId, parts: [...parts] }, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: lastingMs,
    refetchInterval: ({ state: { data } }) =>
      data?.runs.some(({ run }) => isActiveRun(run.state)) ? followMs : false,
  })
}

export function useCurves(
  parts: readonly ComparedPart[],
  label: string | null,
  { isEnabled, isFollowed }: { readonly isEnabled: boolean; readonly isFollowed: boolean },
) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['comparison', 'curves', projectId, parts, label],
    queryFn: ({ signal }) => api.comparison.curves({ projectId, parts: [...parts], label }, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: lastingMs,
    refetchInterval: isFollowed ? followMs : false,
  })
}

/** What was kept of the monitoring of each run; null: not loaded, or nothing was monitored. */
export function useMonitoredRuns(ids: readonly string[]): readonly (RunMonitoringView | null)[] {
  const projectId = useSession('projectId')
  return useQueries({
    queries: ids.map(id => ({
      queryKey: ['run', 'monitoring', projectId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.runMonitoring.get({ projectId, id }, { signal }),
      staleTime: lastingMs,
    })),
    // Shared by structure, so that charts are not drawn anew.
    combine: answers => answers.map(({ data }) => data ?? null),
  })
}

const listedDiagrams = 50

/** Flame diagrams of each run, in the order in which they were taken; none for a role that may not see them. */
export function useRunsFlameDiagrams(ids: readonly string[]) {
  const projectId = useSession('projectId')
  const isAllowed = useCan('monitor.view')
  return useQueries({
    queries: ids.map(runId => ({
      queryKey: ['run', runId, 'flameDiagrams', projectId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.profile.list(
          { projectId, runId, pageSize: listedDiagrams, sort: 'startedAt', descending: false },
          { signal },
        ),
      enabled: isAllowed,
    })),
    combine: answers =>
      answers.map(({ data, error, refetch }) => ({
        rows: data?.rows,
        error,
        retry: () => void refetch(),
      })),
  })
}

export function useTrend(runId: string, label: string | null, limit: number) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['comparison', 'trend', projectId, runId, label, limit],
    queryFn: ({ signal }) => api.comparison.trend({ projectId, runId, label, limit }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export type PickQuery = Omit<ClientInputOf<Calls['run']['list']>, 'projectId'>

/** Runs to select from. */
export function useRunsToPick(query: PickQuery) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['run', 'list', projectId, 'pick', query],
    queryFn: ({ signal }) => api.run.list({ ...query, projectId }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Scenarios of the project by name; empty for a role that may not see scenarios. */
export function useScenarioNames(isEnabled: boolean) {
  const projectId = useSession('projectId')
  const tree = useQuery({
    ...catalogueTrees.scenario(projectId),
    enabled: isEnabled,
  })
  return (tree.data ?? []).filter(({ kind }) => kind === 'scenario')
}
