/** How many incidents of each of these monitors are open. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'
import { alertsKey } from '../shared/monitor-queries.ts'

/** `monitorIds`: at most 200. */
export function useAlertCounts(
  monitorIds: readonly string[],
  refetchInterval: number,
): ReadonlyMap<string, number> {
  const projectId = useProjectId()
  const { data = [] } = useQuery({
    queryKey: [...alertsKey, projectId, 'marksNow', monitorIds],
    queryFn: ({ signal }) => {
      const now = Date.now()
      return api.alert.marks(
        { projectId, monitorIds: [...monitorIds], from: now - 60_000, to: now },
        { signal },
      )
    },
    enabled: monitorIds.length > 0,
    placeholderData: before => before,
    refetchInterval,
  })
  const counts = new Map<string, number>()
  for (const { monitorId, to } of data)
    if (to === null) counts.set(monitorId, (counts.get(monitorId) ?? 0) + 1)
  return counts
}
