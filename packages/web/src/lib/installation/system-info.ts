/** Public information about the server. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

export const systemInfoKey = ['system', 'info'] as const

/** The start of the client asks for it; pages within a minute share the answer. */
export const systemInfoQuery = queryOptions({
  queryKey: systemInfoKey,
  queryFn: ({ signal }) => api.system.info({}, { signal }),
  staleTime: 60_000,
})

/** Undefined until the first response. */
export function useSystemInfo(): OutputOf<Calls['system']['info']> | undefined {
  return useQuery(systemInfoQuery).data
}
