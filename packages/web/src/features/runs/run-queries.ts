/** Server state of the run pages, and the live stream of one run. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { catalogueTrees } from '../../lib/catalogue-trees.ts'
import { useLive } from '../../lib/live.ts'
import { useSession } from '../../lib/session/session.ts'
import { joinLog, type LiveRun, liveFromSnapshot, maxLogLinesKept, receive } from './live-model.ts'

export type RunListQuery = Omit<ClientInputOf<Calls['run']['list']>, 'projectId'>

/** A page of the records; polled every three seconds while one of its runs is active. */
export function useRuns(query: RunListQuery) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['run', 'list', projectId, query],
    queryFn: ({ signal }) => api.run.list({ ...query, projectId }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: answer => (answer.state.data?.rows.some(run => isActiveRun(run.state)) ? 3_000 : false),
  })
}

/** The current state of a run: initial figures by call, then updates from the stream. Render with `key={id}`, so that another run starts with new state. */
export function useLiveRun(id: string) {
  const projectId = useSession('projectId')
  const first = useQuery({
    queryKey: ['run', 'live', projectId, id],
    queryFn: ({ signal }) => api.run.live({ projectId, id }, { signal }),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  const log = useQuery({
    queryKey: ['run', 'log', projectId, id],
    // The latest lines; earlier ones are only counted.
    queryFn: async ({ signal }) => {
      const { total } = await api.run.log({ projectId, id, limit: 1 }, { signal })
      const offset = Math.max(0, total - maxLogLinesKept)
      const { lines } = await api.run.log({ projectId, id, offset, limit: maxLogLinesKept }, { signal })
      return { lines, olderLines: offset }
    },
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [streamed, setStreamed] = useState<LiveRun | null>(null)
  const base = first.data ? liveFromSnapshot(first.data) : null
  useLive('run', { projectId, id }, message => setStreamed(old => receive(old ?? base, message)))
  const current = streamed ?? base
  const { lines = [], olderLines = 0 } = log.data ?? {}
  const live = current && { ...current, ...joinLog({ lines, olderLines }, current.log) }
  return { live, error: live === null ? first.error : null, retry: () => void first.refetch() }
}

/** A change of the load by hand. */
export interface LoadWish {
  /** null gives the load model back its rule; the sum of `components` where there are any. */
  readonly load: number | null
  readonly components: { componentId: string; load: number }[] | null
  readonly rampSeconds: number
}

/** Returns the name of a PR component; undefined while unknown, or when it was deleted. */
export function useComponentNames(): (id: string) => string | undefined {
  const projectId = useSession('projectId')
  const { data } = useQuery(catalogueTrees.component(projectId))
  const names = useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
  return id => names.get(id)
}

export function useRunControl(id: string) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['run', 'list', projectId] })
  return {
    stop: useMutation({ mutationFn: () => api.run.stop({ projectId, id }), onSettled }),
    forceStop: useMutation({ mutationFn: () => api.run.forceStop({ projectId, id }), onSettled }),
    changeLoad: useMutation({
      mutationFn: (wish: LoadWish) => api.run.changeLoad({ projectId, id, ...wish }),
      onSettled,
    }),
  }
}

export function useDeleteRuns() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => api.run.delete({ projectId, ids: [...ids] }),
    onSettled: () => client.invalidateQueries({ queryKey: ['run', 'list', projectId] }),
  })
}
