/** Reports whether traffic to and from the server can be intercepted, at the start and on the administrator's home page. */
import type { NoticeId } from '@pone/contract/notices.ts'
import { isLoopbackAddress } from '../loopback.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export interface NetworkPlace {
  readonly host: string
  readonly hasTls: boolean
  readonly trustedProxies: TrustedProxies
}

interface NetworkCondition {
  readonly id: NoticeId
  readonly params?: { readonly host: string }
}

/** Conditions that hold as long as the server runs. */
export function networkConditions({ host, hasTls, trustedProxies }: NetworkPlace): NetworkCondition[] {
  const isOpen = !isLoopbackAddress(host)
  return [
    ...(isOpen && !hasTls && trustedProxies === false
      ? [{ id: 'plainNetwork' as const, params: { host } }]
      : []),
    ...(trustedProxies === true ? [{ id: 'everyProxyTrusted' as const }] : []),
  ]
}
