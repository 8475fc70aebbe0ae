/** Public information about the server. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

export const systemInfoKey = ['system', 'info'] as const

/** Undefined until the first response. */
export function useSystemInfo(): OutputOf<Calls['system']['info']> | undefined {
  const { data } = useQuery({
    queryKey: systemInfoKey,
    queryFn: ({ signal }) => api.system.info({}, { signal }),
    staleTime: 60_000,
  })
  return data
}
