/** Finds the address behind a host as a component's settings say, for protocols that do not connect by the channel. */
import { isIP } from 'node:net'
import { networkFailureText } from '../network-failures.ts'
import type { Wire } from '../wire/wire.ts'
import { type Fault, socketFault } from './fault.ts'
import type { Network } from './network.ts'
import type { UserNetwork } from './user-network.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
  /** null if no look-up was needed. */
  readonly dnsUs: number | null
}

interface Resolving {
  readonly wire: Wire
  readonly network: Network
  readonly user: UserNetwork
  /** 0 = no limit. */
  readonly timeoutMs: number
}

/** Calls back exactly once, perhaps before it returns. */
export function resolveAddress(
  wanted: string,
  { wire, network, user, timeoutMs }: Resolving,
  done: (found: ResolvedAddress | { readonly fault: Fault }) => void,
): void {
  const host = network.hosts.get(wanted.toLowerCase()) ?? wanted
  const known = isIP(host)
  if (known !== 0) return done({ address: host, family: known === 6 ? 6 : 4, dnsUs: null })
  const startedAt = performance.now()
  let isOver = false
  const settle: typeof done = found => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    done(found)
  }
  const timer =
    timeoutMs > 0
      ? setTimeout(() => {
          const message = networkFailureText('connectTimeout', { ms: timeoutMs })
          settle({ fault: ['timeout.connect', message] })
        }, timeoutMs)
      : undefined
  const names = network.dns === 'iteration' ? user.names : wire.dns
  names.lookup(host, { family: network.ipFamily }, (error, address) => {
    if (error !== null) return settle({ fault: socketFault(error, false) })
    const found = typeof address === 'string' ? address : (address[0]?.address ?? '')
    const dnsUs = Math.max(0, Math.round((performance.now() - startedAt) * 1_000))
    settle({ address: found, family: isIP(found) === 6 ? 6 : 4, dnsUs })
  })
}
