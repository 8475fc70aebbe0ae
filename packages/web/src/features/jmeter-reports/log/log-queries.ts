/** Server state of the log page: only the visible pages of lines are kept. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { JmeterLogLine } from '@pone/contract/entities/jmeter-report.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

/** Lines per request. */
export const linesPerPage = 200
const followMs = 2_000
/** How long a page outside the visible area is kept, ms. */
const keptMs = 30_000

export type LogFilter = Omit<ClientInputOf<Calls['jmeterLog']['download']>, 'projectId'>

/** The number of lines, and the machines; polled while the run is active. */
export function useLogTotal(filter: LogFilter, isLive: boolean) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['jmeterLog', projectId, 'total', filter],
    queryFn: ({ signal }) => api.jmeterLog.lines({ ...filter, projectId, limit: 1 }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? followMs : false,
    staleTime: 0,
    gcTime: keptMs,
  })
}

/** The lines from `first` to `last`; lines that are not loaded yet are missing. */
export function useLogLines(
  filter: LogFilter,
  total: number,
  first: number,
  last: number,
): ReadonlyMap<number, JmeterLogLine> {
  const projectId = useSession('projectId')
  const from = Math.floor(first / linesPerPage)
  const to = total === 0 ? from - 1 : Math.floor(Math.min(last, total - 1) / linesPerPage)
  const pages = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return useQueries({
    queries: pages.map(page => {
      const end = Math.min(total, (page + 1) * linesPerPage)
      return {
        // The last page changes when there are more lines, so its end is part of the key.
        queryKey: ['jmeterLog', projectId, 'lines', filter, page, end],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.jmeterLog.lines(
            { ...filter, projectId, offset: page * linesPerPage, limit: linesPerPage },
            { signal },
          ),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        placeholderData: keepPreviousData,
      }
    }),
    combine: answers => {
      const lines = new Map<number, JmeterLogLine>()
      answers.forEach((answer, index) => {
        const offset = (pages[index] ?? 0) * linesPerPage
        answer.data?.lines.forEach((line, at) => lines.set(offset + at, line))
      })
      return lines
    },
  })
}
