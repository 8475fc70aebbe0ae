/** Queries of monitoring links; all keys begin with `linksKey`. */
import type { MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'

/** Below that of monitors, since starting one changes the other. */
export const linksKey = [...monitorsKey, 'links'] as const

export const linkQuery = (projectId: string, id: string) =>
  queryOptions<MonitorLink>({
    queryKey: [...linksKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.monitorView.getMonitorView({ projectId, id }, { signal }),
    staleTime: 5_000,
  })

/** A picture behind the nodes as an address for images; its bytes never change. */
export const pictureQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: [...linksKey, projectId, 'picture', id],
    queryFn: async ({ signal }) => {
      const { mediaType, base64 } = await api.monitorLink.picture({ projectId, id }, { signal })
      return `data:${mediaType};base64,${base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Monitors by group, for the palette and the choice of a node's monitor. */
export const monitorTreeQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...linksKey, projectId, 'tree'],
    queryFn: ({ signal }) => api.monitorView.getMonitorViewTree({ projectId }, { signal }),
  })
