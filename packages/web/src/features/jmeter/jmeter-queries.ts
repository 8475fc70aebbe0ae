/** Server state of the catalogue of JMeter components, of one component and of its files. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { catalogueTrees } from '../../lib/catalogue-trees.ts'
import { useSession } from '../../lib/session/session.ts'
import type { UploadProgress } from '../../lib/upload/upload-progress.ts'

const filesKey = (projectId: string, id: string) => ['jmeterFiles', projectId, id]

export function useJmeterTree() {
  return useQuery(catalogueTrees.jmeter(useSession('projectId')))
}

/** A component to edit: fetched again each time the editor opens, and not refetched while it is open. */
export function useJmeterComponent(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['jmeterComponent', projectId, id],
    queryFn: ({ signal }) => api.jmeterComponent.get({ projectId, id }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useJmeterFiles(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: filesKey(projectId, id),
    queryFn: ({ signal }) => api.jmeterComponent.files({ projectId, id }, { signal }),
  })
}

/** Changes of the catalogue; each refreshes the tree. */
export function useJmeterCatalogue() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries(catalogueTrees.jmeter(projectId))
  return {
    refresh: onSuccess,
    createFolder: useMutation({
      mutationFn: (input: { parentId: string; name: string }) =>
        api.jmeterComponent.createFolder({ projectId, ...input }),
      onSuccess,
    }),
    create: useMutation({
      mutationFn: (input: { parentId: string; name: string }) =>
        api.jmeterComponent.create({ projectId, ...input }),
      onSuccess,
    }),
    importPlan: useMutation({
      mutationFn: ({ file, ...input }: { parentId: string; name?: string; file: File }) =>
        api.jmeterComponent.import({ projectId, ...input }, { file }),
      onSuccess,
      // The list of refused plans shows the reasons.
      meta: { handlesErrors: true },
    }),
    rename: useMutation({
      mutationFn: (input: { id: string; name: string }) =>
        api.jmeterComponent.rename({ projectId, ...input }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (input: { ids: string[]; parentId: string; beforeId: string | null }) =>
        api.jmeterComponent.move({ projectId, ...input }),
      onSuccess,
    }),
    copy: useMutation({
      mutationFn: (input: { ids: string[]; parentId: string }) =>
        api.jmeterComponent.copy({ projectId, ...input }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (ids: string[]) => api.jmeterComponent.delete({ projectId, ids }),
      onSuccess,
      // The confirmation dialog shows the error.
      meta: { handlesErrors: true },
    }),
  }
}

/** Changes of a component's files; each refreshes their list. */
export function useFileChanges(id: string) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: filesKey(projectId, id) })
  return {
    upload: useMutation({
      mutationFn: ({ file, replaces, ...options }: FileUpload) =>
        api.jmeterComponent.uploadFile({ projectId, id, replaces }, { file, ...options }),
      onSuccess,
      // The list of refused files shows the reasons.
      meta: { handlesErrors: true },
    }),
    remove: useMutation({
      mutationFn: (fileId: string) => api.jmeterComponent.deleteFile({ projectId, id, fileId }),
      onSuccess,
      meta: { handlesErrors: true },
    }),
  }
}

interface FileUpload {
  readonly file: File
  readonly replaces: boolean
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}
