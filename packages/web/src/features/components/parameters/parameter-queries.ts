/** Server state of parameter files: the project's files, the first rows of one, upload and deletion. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

export type FileParameter = Extract<Parameter, { kind: 'file' }>
/** The format of a file. */
export type FileReading = Pick<FileParameter, 'delimiter' | 'quote' | 'encoding'>

export function useParameterFiles(options: { enabled: boolean } = { enabled: true }) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['parameterFiles', projectId],
    queryFn: ({ signal }) => api.parameterFile.list({ projectId }, { signal }),
    ...options,
  })
}

export const previewRows = 20

/** First rows of a file; the previous result stays visible while another format is fetched. */
export function useFilePreview(id: string, { delimiter, quote, encoding }: FileReading) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['parameterFilePreview', projectId, id, delimiter, quote, encoding],
    queryFn: ({ signal }) =>
      api.parameterFile.preview({ projectId, id, delimiter, quote, encoding, rows: previewRows }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: before => before,
    retry: false,
  })
}

export function useDeleteParameterFile() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.parameterFile.delete({ projectId, id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['parameterFiles', projectId] }),
    meta: { handlesErrors: true },
  })
}
