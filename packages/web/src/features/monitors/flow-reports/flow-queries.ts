/** Queries of monitoring streams; all keys begin with `flowReportsKey`. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { linksKey } from '../links/link-queries.ts'

/** Below that of links, since starting one begins a session. */
export const flowReportsKey = [...linksKey, 'flowReports'] as const

/** Time between two requests while the report changes, ms. */
const reportPollMs = 5_000

export const flowReportQuery = (projectId: string, id: string) =>
  queryOptions<FlowReport>({
    queryKey: [...flowReportsKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.flowReport.get({ projectId, id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isKept === true ? false : reportPollMs),
  })

export const flowComparisonQuery = (projectId: string, baseId: string, otherId: string) =>
  queryOptions({
    queryKey: [...flowReportsKey, projectId, 'compare', baseId, otherId],
    queryFn: ({ signal }) => api.flowReport.compare({ projectId, baseId, otherId }, { signal }),
  })
