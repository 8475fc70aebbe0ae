/** Queries of monitor types; all keys begin with `typesKey`. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const typesKey = ['monitorTypes'] as const

export const typesQuery = queryOptions({
  queryKey: [...typesKey, 'list'],
  queryFn: ({ signal }) => api.monitorType.list({}, { signal }),
})

export const typeQuery = (name: string, version: number | null) =>
  queryOptions({
    queryKey: [...typesKey, 'get', name, version],
    queryFn: ({ signal }) => api.monitorType.get({ name, version }, { signal }),
  })
