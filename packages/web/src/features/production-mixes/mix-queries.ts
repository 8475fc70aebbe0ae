/** Queries of production mixes. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const mixesKey = ['productionMixes'] as const

/** Its content never changes. */
export const mixQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: [...mixesKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.productionMix.get({ projectId, id }, { signal }),
    staleTime: 60_000,
  })
