/** Server state of what people wrote on a report. */
import type { ReportNote } from '@pone/contract/entities/report.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useSession } from '../../../../lib/session/session.ts'

const keyOf = (projectId: string, reportId: string) => ['report', 'notes', projectId, reportId]

export function useNotes(reportId: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: keyOf(projectId, reportId),
    queryFn: ({ signal }) => api.report.notes({ projectId, id: reportId }, { signal }),
  })
}

export interface NoteCalls {
  readonly add: (kind: ReportNote['kind'], text: string) => Promise<unknown>
  readonly edit: (note: Pick<ReportNote, 'id' | 'version'>, text: string) => Promise<unknown>
  readonly remove: (note: Pick<ReportNote, 'id' | 'version'>) => Promise<unknown>
  /** Reads again what is stored. */
  readonly refresh: () => Promise<unknown>
}

export function useNoteCalls(reportId: string): NoteCalls {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(projectId, reportId) })
  const then = async (call: Promise<unknown>) => {
    await call
    await refresh()
  }
  return {
    add: (kind, text) => then(api.report.addNote({ projectId, id: reportId, kind, text })),
    edit: ({ id, version }, text) => then(api.report.editNote({ projectId, id, version, text })),
    remove: ({ id, version }) => then(api.report.deleteNote({ projectId, id, version })),
    refresh,
  }
}
