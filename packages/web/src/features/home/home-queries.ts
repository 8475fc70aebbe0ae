/** Server state of the home page: a query per panel, refreshed when a run of the project begins or ends, and at calm intervals. */
import { activeRunStates } from '@pone/contract/states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan, useSession } from '../../lib/session/session.ts'

const activeMs = 3_000
const quietMs = 15_000
const slowMs = 60_000
/** Active runs that are listed; more are linked. */
export const shownActive = 10

const runPanels = ['changes', 'trends', 'waiting', 'active', 'figures'] as const
const keyOf = (projectId: string, panel: (typeof runPanels)[number]) => ['home', projectId, panel] as const

/** Counts and lists of the whole project. */
export function useHomeFigures() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: keyOf(projectId, 'figures'),
    queryFn: ({ signal }) => api.project.home({ projectId }, { signal }),
    refetchInterval: slowMs,
  })
}

/** Numbers of the project's monitors by state; undefined for a role that may not see them. */
export function useMonitorCounts() {
  const projectId = useProjectId()
  const canSee = useCan('monitor.view')
  return useQuery({
    queryKey: ['monitors', projectId, 'counts'],
    queryFn: ({ signal }) => api.monitor.counts({ projectId }, { signal }),
    enabled: canSee,
    refetchInterval: quietMs,
  }).data
}

/** Incidents of a project that has monitors; undefined for a role that may not see them. */
export function useAlertFigures() {
  const projectId = useProjectId()
  const monitors = useMonitorCounts()
  return useQuery({
    queryKey: ['alerts', projectId, 'figures'],
    queryFn: ({ signal }) => api.alert.figures({ projectId }, { signal }),
    enabled: monitors !== undefined && monitors.total > 0,
    refetchInterval: quietMs,
  }).data
}

/** Active runs, without imports, newest first. */
export function useActiveRuns() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: keyOf(projectId, 'active'),
    queryFn: async ({ signal }) => {
      const { rows } = await api.run.list(
        { projectId, states: [...activeRunStates], pageSize: 50 },
        { signal },
      )
      return rows.filter(run => run.source === 'run')
    },
    enabled: useCan('run.view'),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? activeMs : quietMs),
  })
}

export function useChanges() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: keyOf(projectId, 'changes'),
    queryFn: ({ signal }) => api.home.changes({ projectId }, { signal }),
    enabled: useCan('run.view'),
    refetchInterval: slowMs,
  })
}

export function useTrends() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: keyOf(projectId, 'trends'),
    queryFn: ({ signal }) => api.home.trends({ projectId }, { signal }),
    enabled: useCan('run.view'),
    refetchInterval: slowMs,
  })
}

/** In the language of the session, since errors of components come as text. */
export function useWaiting() {
  const projectId = useProjectId()
  const language = useSession('language')
  return useQuery({
    queryKey: [...keyOf(projectId, 'waiting'), language],
    queryFn: ({ signal }) => api.home.waiting({ projectId }, { signal }),
    refetchInterval: slowMs,
    // Coming back from a report that waited here.
    staleTime: 0,
  })
}

/** Loads the panels again when the active runs of the project change; the first message describes what is loaded already. */
export function useRunNews(): void {
  const projectId = useProjectId()
  const client = useQueryClient()
  const canSee = useCan('run.view') && projectId !== ''
  const last = useRef<string | null>(null)
  useLive('projectRuns', canSee ? { projectId } : null, message => {
    if (message.kind !== 'projectRuns') return
    const now = message.active.map(({ id, state }) => `${id} ${state}`).join()
    const isNews = last.current !== null && last.current !== now
    last.current = now
    if (isNews) void client.invalidateQueries({ queryKey: ['home', projectId] })
  })
}
