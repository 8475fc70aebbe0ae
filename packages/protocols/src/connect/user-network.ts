/** What a virtual user has of its own in the network: its turn among source addresses, its look-ups, its share of bandwidth. */
import { isIP } from 'node:net'
import { DnsCache } from '../wire/dns-cache.ts'
import type { Line } from './limited-stream.ts'
import type { Bandwidth, Network } from './network.ts'
import { TokenBucket } from './token-bucket.ts'

/** Of one user; cheap until something is used. */
export class UserNetwork {
  readonly #index: number
  #names: DnsCache | null = null
  #line: Line | null = null

  /** @param index position of the user in the whole run, from 0 */
  constructor(index: number) {
    this.#index = index
  }

  /** Look-ups that only this user shares, until they are forgotten. */
  get names(): DnsCache {
    this.#names ??= new DnsCache()
    return this.#names
  }

  /** Looks every name up anew from now on. */
  forgetNames(): void {
    this.#names = null
  }

  /** What all connections of the user share. */
  line({ downBytesPerSecond, upBytesPerSecond }: Bandwidth): Line {
    const now = performance.now()
    const bucket = (rate: number) => (rate === 0 ? null : new TokenBucket(rate, now))
    this.#line ??= { down: bucket(downBytesPerSecond), up: bucket(upBytesPerSecond) }
    return this.#line
  }

  /**
   * The address to connect from: users take those in turn that can reach the target at all. undefined = as the system chooses,
   * null = there are addresses, but none of the family.
   */
  sourceAddress(
    { sourceAddresses, ipFamily }: Pick<Network, 'sourceAddresses' | 'ipFamily'>,
    host: string,
  ): string | null | undefined {
    if (sourceAddresses.length === 0) return undefined
    const family = isIP(host) || ipFamily
    const fitting =
      family === 0 ? sourceAddresses : sourceAddresses.filter(address => isIP(address) === family)
    return fitting[this.#index % fitting.length] ?? null
  }
}
