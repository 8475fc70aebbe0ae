/** Server state of the pages of JMeter reports and logs. */
import type { JmeterReportSettings } from '@pone/contract/entities/jmeter-report.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'

const followMs = 2_000

/** A page of JMeter runs; `isEnded`: only those that have ended. */
export function useJmeterRuns(query: {
  readonly page: number
  readonly pageSize: 10 | 20 | 30 | 50
  readonly search: string
  readonly descending: boolean
  readonly isEnded: boolean
}) {
  const { isEnded, ...rest } = query
  const projectId = useSession('projectId')
  const input = {
    ...rest,
    projectId,
    engines: ['jmeter' as const],
    states: isEnded ? runStates.filter(state => !isActiveRun(state)) : [],
  }
  return useQuery({
    queryKey: ['run', 'list', projectId, 'jmeter', input],
    queryFn: ({ signal }) => api.run.list(input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One run; polled while it is active. */
export function useRun(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['run', 'one', projectId, id],
    queryFn: ({ signal }) => api.run.get({ projectId, id }, { signal }),
    refetchInterval: answer => (answer.state.data && isActiveRun(answer.state.data.state) ? followMs : false),
  })
}

const reportKey = (projectId: string, runId: string) => ['jmeterReport', projectId, runId] as const

/** The run's report; polled while it is being generated or its JTL is awaited. */
export function useJmeterReport(runId: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: reportKey(projectId, runId),
    queryFn: ({ signal }) => api.jmeterReport.get({ projectId, runId }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.report === null || data.report.state === 'generating') ? followMs : false,
    staleTime: 60_000,
  })
}

export function useMakeReport(runId: string) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: JmeterReportSettings) => api.jmeterReport.generate({ projectId, runId, settings }),
    meta: { handlesFields: true },
    onSuccess: () => client.invalidateQueries({ queryKey: reportKey(projectId, runId) }),
  })
}
