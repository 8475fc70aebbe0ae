/** Server state of the component catalogue and of one component. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { maxStepCounts } from '@pone/schema/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { batched } from '../../../lib/batched.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import { session, useSession } from '../../../lib/session/session.ts'

export function useComponentTree() {
  return useQuery(catalogueTrees.component(useSession('projectId')))
}

/** The rows of a table ask one by one, always for the project that is open. */
const stepCountOf = batched(async ids => {
  const counts = await api.component.stepCounts({ projectId: session.get().projectId, ids: [...ids] })
  return new Map(counts.map(({ id, steps }) => [id, steps]))
}, maxStepCounts)

/** The number of steps of a component. Refetched whenever the tree is. */
export function useStepCount(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: [...catalogueTrees.component(projectId).queryKey, 'steps', id],
    queryFn: () => stepCountOf(id),
  })
}

/** A component as stored, to show it. */
export function useComponent(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['component', projectId, id],
    queryFn: ({ signal }) => api.component.get({ projectId, id }, { signal }),
  })
}

/** A component to edit: fetched again each time the editor opens, and not refetched while it is open. */
export function useComponentToEdit(id: string) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['componentToEdit', projectId, id],
    queryFn: ({ signal }) => api.component.get({ projectId, id }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Changes of the catalogue; each refreshes the tree. */
export function useCatalogueChanges() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries(catalogueTrees.component(projectId))
  return {
    createFolder: useMutation({
      mutationFn: (input: { parentId: string; name: string }) =>
        api.component.createFolder({ projectId, ...input }),
      onSuccess,
    }),
    create: useMutation({
      mutationFn: (input: { parentId: string; name: string; document?: ComponentDocument }) =>
        api.component.create({ projectId, ...input }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: (input: { id: string; name: string }) => api.component.rename({ projectId, ...input }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (input: { ids: string[]; parentId: string; beforeId: string | null }) =>
        api.component.move({ projectId, ...input }),
      onSuccess,
    }),
    copy: useMutation({
      mutationFn: (input: { ids: string[]; parentId: string }) => api.component.copy({ projectId, ...input }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (ids: string[]) => api.component.delete({ projectId, ids }),
      onSuccess,
      // The confirmation dialog shows the error.
      meta: { handlesErrors: true },
    }),
  }
}
