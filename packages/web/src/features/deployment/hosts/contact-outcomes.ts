/** Results of connection tests, grouped by the next step they need; pure. */
import type { Host } from '@pone/contract/entities/host.ts'
import type { api } from '../../../lib/api.ts'

export type Outcome = Awaited<ReturnType<typeof api.host.test>>
/** By host id; hosts whose test is still running are absent. */
export type Outcomes = ReadonlyMap<string, Outcome>

/** A host with an unconfirmed host key. */
export interface NewKey<H> {
  readonly host: H
  readonly fingerprint: string
  readonly keyType: string
}

export function sortOutcomes<H extends Pick<Host, 'id'>>(hosts: readonly H[], outcomes: Outcomes) {
  const found = hosts.map(host => ({ host, outcome: outcomes.get(host.id) }))
  return {
    newKeys: found.flatMap(({ host, outcome }): NewKey<H>[] =>
      outcome?.problem?.code === 'hostKeyNew' && outcome.fingerprint !== null
        ? [{ host, fingerprint: outcome.fingerprint, keyType: outcome.keyType }]
        : [],
    ),
    failed: found
      .filter(({ outcome }) => outcome?.problem && outcome.problem.code !== 'hostKeyNew')
      .map(({ host }) => host),
    isTesting: found.some(({ outcome }) => outcome === undefined),
  }
}

/** Keys as tab-separated lines, for comparison with the operator's list. */
export const keysText = (keys: readonly NewKey<Pick<Host, 'name' | 'address'>>[]): string =>
  keys
    .map(({ host, keyType, fingerprint }) => [host.name, host.address, keyType, fingerprint].join('\t'))
    .join('\n')
