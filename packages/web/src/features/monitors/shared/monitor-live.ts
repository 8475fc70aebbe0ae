/** Keeps what is shown of monitors up to date by the live stream; where it is not connected, by asking again. */
import type { Monitor, MonitorLatest } from '@pone/contract/entities/monitor.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useIsLive, useLive } from '../../../lib/live.ts'
import { useProjectId } from '../../../lib/project.ts'
import { monitorQuery, monitorsKey, pollMs } from './monitor-queries.ts'

/** Also while the live stream is connected: monitors that do not run have no news. */
const connectedMs = 30_000
/** `monitor.latest` takes a bounded number of monitors. */
const maxAtOnce = 200

/** Time between two requests of what changes by itself, ms. */
export const usePollMs = (): number => (useIsLive() ? connectedMs : pollMs)

/** Newest values and state of one monitor; `onValues` is called when there are new ones, at most once a second. */
export function useMonitorNews(id: string, onValues: () => void): void {
  const projectId = useProjectId()
  const cache = useQueryClient()
  useLive('monitor', { projectId, id }, message => {
    if (message.kind !== 'monitorNews') return
    const { state, problem, lastAt, revision } = message.latest
    const { queryKey } = monitorQuery(projectId, id)
    const old = cache.getQueryData<Monitor>(queryKey)
    // Every value that is set here begins the time to the next request anew, so that it would never come.
    if (old !== undefined && old.revision !== revision) void cache.invalidateQueries({ queryKey })
    else cache.setQueryData<Monitor>(queryKey, old && { ...old, state, problem, lastAt })
    putLatest(cache, projectId, [message.latest])
    onValues()
  })
}

/** News of the monitors of the project; `shown` are those whose newest values are on the page. */
export function useProjectNews(shown: readonly string[], counters: readonly string[]): void {
  const projectId = useProjectId()
  const cache = useQueryClient()
  useLive('monitors', { projectId }, message => {
    if (message.kind !== 'monitorsNews') return
    if (message.hasStates) {
      for (const part of ['wall', 'counts'])
        void cache.invalidateQueries({ queryKey: [...monitorsKey, projectId, part] })
    }
    const { monitorIds } = message
    const ids = shown.filter(id => monitorIds === null || monitorIds.includes(id)).slice(0, maxAtOnce)
    if (ids.length === 0 || counters.length === 0) return
    api.monitor.latest({ projectId, ids, counters: [...counters] }).then(
      newest => putLatest(cache, projectId, newest),
      // The page asks again by itself, and then shows why it cannot.
      () => undefined,
    )
  })
}

/** Calls when collectors of the project have written to their log. */
export function useLogNews(onLines: () => void): void {
  const projectId = useProjectId()
  useLive('monitors', { projectId }, message => {
    if (message.kind === 'monitorsNews' && message.hasLog) onLines()
  })
}

/** Newest values of a query: its key ends with the monitors and the counters that it asked for. */
export const latestKey = (projectId: string, ids: readonly string[], counters: readonly string[]) =>
  [...monitorsKey, projectId, 'latest', ids, counters] as const

/** Replaces the values of these monitors in all answers that hold them; each keeps to the counters that it asked for. */
function putLatest(cache: QueryClient, projectId: string, newest: readonly MonitorLatest[]): void {
  const byId = new Map(newest.map(each => [each.monitorId, each]))
  const queries = cache.getQueriesData<readonly MonitorLatest[]>({
    queryKey: [...monitorsKey, projectId, 'latest'],
  })
  for (const [queryKey, old] of queries) {
    if (old?.some(({ monitorId }) => byId.has(monitorId)) !== true) continue
    const counters = new Set(queryKey.at(-1) as readonly string[])
    cache.setQueryData<readonly MonitorLatest[]>(
      queryKey,
      old.map(each => {
        const next = byId.get(each.monitorId)
        if (next === undefined) return each
        const values = next.values.filter(
          ({ section, counter }) => counters.has(`${section}.${counter}`) || counters.has(counter),
        )
        return { ...next, values }
      }),
    )
  }
}
