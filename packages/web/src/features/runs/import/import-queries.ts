/** Server state of imports: upload, polling, cancel, retry. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { UploadProgress } from '../../../lib/upload/upload-progress.ts'

const followMs = 1_000

type ImportUpload = Omit<ClientInputOf<Calls['run']['importJtl']>, 'projectId'> & {
  readonly file: File
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

/** Uploads results; afterwards the list of records is refreshed. */
export function useImportResults() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, signal, onProgress, ...input }: ImportUpload) =>
      api.run.importJtl({ ...input, projectId }, { file, signal, onProgress }),
    onSettled: () => client.invalidateQueries({ queryKey: ['run', 'list', projectId] }),
    // The dialog shows the error itself.
    meta: { handlesErrors: true },
  })
}

/** The record of an import, polled every second while the import is active. */
export function useImport(id: string) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useQuery({
    queryKey: ['run', 'import', projectId, id],
    queryFn: async ({ signal }) => {
      const run = await api.run.get({ projectId, id }, { signal })
      if (run.state !== 'new') void client.invalidateQueries({ queryKey: ['run', 'list', projectId] })
      return run
    },
    refetchInterval: answer => (answer.state.data?.state === 'new' ? followMs : false),
    gcTime: 0,
  })
}

export function useCancelImport() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.run.cancelImport({ projectId, id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['run', 'list', projectId] }),
  })
}

export function useRetryImport(id: string) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['run', 'list', projectId] }),
      client.invalidateQueries({ queryKey: ['run', 'import', projectId, id] }),
    ])
  return useMutation({
    mutationFn: (dateOrder: 'dayFirst' | 'monthFirst' | null) =>
      api.run.retryImport({ projectId, id, dateOrder }),
    onSettled,
  })
}
