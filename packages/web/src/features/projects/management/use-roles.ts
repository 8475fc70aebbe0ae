/** Roles of a project. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const rolesKey = (projectId: string) => ['project', projectId, 'roles'] as const

export function useRoles(projectId: string) {
  return useQuery({
    queryKey: rolesKey(projectId),
    queryFn: ({ signal }) => api.role.list({ projectId }, { signal }),
  })
}
