/** Queries of orders for flame diagrams; asked again every two seconds while one is active. */
import type { Profiling } from '@pone/contract/entities/profiling.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'

const lookEveryMs = 2_000

export const profilingsQuery = (projectId: string) =>
  queryOptions<Profiling[]>({
    queryKey: [...profilesKey, projectId, 'orders'],
    queryFn: ({ signal }) => api.profiling.list({ projectId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) === true ? lookEveryMs : false),
  })

export const takesQuery = (projectId: string, order: Pick<Profiling, 'id' | 'state'>) =>
  queryOptions({
    queryKey: [...profilesKey, projectId, 'takes', order.id],
    queryFn: ({ signal }) => api.profiling.takes({ projectId, id: order.id }, { signal }),
    refetchInterval: isActive(order) ? lookEveryMs : false,
  })

export const isActive = ({ state }: Pick<Profiling, 'state'>): boolean => state === 'active'
