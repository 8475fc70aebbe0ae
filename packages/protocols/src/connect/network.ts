/** How connections of a component are made, whatever the protocol: names, addresses, proxy, TLS, bandwidth. */
import type { SecureContext } from 'node:tls'
import type { Proxy } from './proxy.ts'

/** Bytes per second; 0 = unlimited. */
export interface Bandwidth {
  readonly downBytesPerSecond: number
  readonly upBytesPerSecond: number
}

/** Made once per component: connections of different objects are never shared, however equal these are. */
export interface Network {
  readonly verifyTls: boolean
  /** Told in the TLS handshake and verified; empty = the host of the address. */
  readonly serverName: string
  /** Versions, certificates and trust of TLS; null = the usual. */
  readonly secureContext: SecureContext | null
  readonly reusesTlsSessions: boolean
  readonly proxy: Proxy | null
  /** iteration: users look up by themselves, anew after UserNetwork.forgetNames. */
  readonly dns: 'cached' | 'iteration'
  /** Of addresses that names lead to; 0 = any. */
  readonly ipFamily: 0 | 4 | 6
  /** Addresses (or other names) by name in lower case, before any look-up. Names that a proxy resolves are its affair. */
  readonly hosts: ReadonlyMap<string, string>
  /** Own addresses that users connect from, in turn; empty = as the system chooses. */
  readonly sourceAddresses: readonly string[]
  /** Of one user; null = unlimited. */
  readonly bandwidth: Bandwidth | null
}
