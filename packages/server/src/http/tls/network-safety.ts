/** Says whether what travels to and from the server can be read on the way, at its start and on the administrator's home page. */
import type { Condition } from '../../modules/system/notices.ts'
import { isLoopbackAddress } from '../loopback.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export interface NetworkPlace {
  readonly host: string
  readonly hasTls: boolean
  readonly trustedProxies: TrustedProxies
}

/** Conditions that hold as long as the server runs. */
export function networkConditions({ host, hasTls, trustedProxies }: NetworkPlace): Condition[] {
  const isOpen = !isLoopbackAddress(host)
  return [
    ...(isOpen && !hasTls && trustedProxies === false
      ? [{ id: 'plainNetwork' as const, params: { host } }]
      : []),
    ...(trustedProxies === true ? [{ id: 'everyProxyTrusted' as const }] : []),
  ]
}
