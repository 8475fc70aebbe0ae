/** The certificate fingerprint by which agents verify this server; null where normal certificate verification suffices. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export function useCertificatePin(): string | null {
  const { data } = useQuery({
    queryKey: ['system', 'info'],
    queryFn: ({ signal }) => api.system.info({}, { signal }),
    staleTime: 60_000,
    select: info => info.certificatePin,
  })
  return data ?? null
}
