/** Whether people may register themselves here. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Assumed until the server says no. */
export function useCanRegister(): boolean {
  const { data } = useQuery({
    queryKey: ['system', 'info'],
    queryFn: ({ signal }) => api.system.info({}, { signal }),
    staleTime: 60_000,
  })
  return data?.canRegister ?? true
}
