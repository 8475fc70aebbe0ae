/** Server state of the report page. */

import type { Report } from '@pone/contract/entities/report.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { ChosenRange } from './range-choice.tsx'

/** Reports of a run, newest first; polled while one is being generated. */
export function useReports(runId: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['report', 'list', projectId, runId],
    queryFn: ({ signal }) => api.report.list({ projectId, runId }, { signal }),
    refetchInterval: answer =>
      answer.state.data?.some(report => report.state === 'generating') || answer.state.data?.length === 0
        ? 1_000
        : false,
  })
}

export function useReport(id: string | null) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['report', 'one', projectId, id],
    queryFn: async ({ signal }): Promise<Report & { readonly content: ReportContent | null }> => {
      const { content, ...report } = await api.report.get({ projectId, id: id ?? '' }, { signal })
      // The server validates a stored report with the schemas of all sections, so every field is present.
      return { ...report, content: content as ReportContent | null }
    },
    enabled: id !== null,
    refetchInterval: answer => (answer.state.data?.state === 'generating' ? 1_000 : false),
    // A finished report never changes.
    staleTime: 60_000,
  })
}

export function useGenerate(runId: string, onMade: (id: string) => void) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (range: ChosenRange) => api.report.generate({ projectId, runId, ...range }),
    onSuccess: report => onMade(report.id),
    onSettled: () => client.invalidateQueries({ queryKey: ['report', 'list', projectId, runId] }),
  })
}
