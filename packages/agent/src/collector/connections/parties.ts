/** The addresses of asked parties as this machine resolves them. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { AskedParty } from '@pone/contract/entities/seen-connection.ts'
import { canonicalAddress } from './tcp-table.ts'

const maxNames = 300
const resolveMs = 2_000
/** Look-ups occupy threads that reading files needs too. */
const lookUpsAtOnce = 2

export interface ResolvedParties {
  /** By `address port`, and by `address *` of parties with any port; places in the asked list. */
  readonly at: ReadonlyMap<string, readonly number[]>
  /** Places of parties that are the machine itself. */
  readonly own: readonly number[]
  readonly unresolved: number
}

/** In keys of parties that are the machine itself. */
export const ownHost = 'own'

/** Addresses of the machine itself. */
export function ownAddresses(): (address: string) => boolean {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap(found =>
      (found ?? []).map(({ address }) => canonicalAddress(address)),
    ),
  )
  return address => own.has(address) || address.startsWith('127.') || address === '::1'
}

export async function resolveParties(
  parties: readonly AskedParty[],
  isOwn: (address: string) => boolean,
  signal: AbortSignal,
): Promise<ResolvedParties> {
  const names = [...new Set(parties.map(({ host }) => host))].filter(host => host !== '' && isIP(host) === 0)
  const found = await resolveNames(names.slice(0, maxNames), signal)
  const at = new Map<string, number[]>()
  const own: number[] = []
  for (const [index, { host, port }] of parties.entries()) {
    const hosts =
      host === '' ? [ownHost] : isIP(host) > 0 ? [canonicalAddress(host)] : (found.get(host) ?? [])
    for (const address of new Set(hosts.map(each => (isOwn(each) ? ownHost : each)))) {
      const key = `${address} ${port ?? '*'}`
      at.set(key, [...(at.get(key) ?? []), index])
      if (address === ownHost) own.push(index)
    }
  }
  return { at, own, unresolved: names.filter(name => !found.has(name)).length }
}

/** What is not known in time is left out. */
async function resolveNames(
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  const until = AbortSignal.any([signal, AbortSignal.timeout(resolveMs)])
  const waiting = [...names]
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined && !until.aborted; name = waiting.shift()) {
      const addresses = await lookup(name, { all: true }).catch(() => null)
      if (addresses !== null)
        found.set(
          name,
          addresses.map(({ address }) => canonicalAddress(address)),
        )
    }
  }
  const ended = Promise.withResolvers<void>()
  until.addEventListener('abort', () => ended.resolve(), { once: true })
  await Promise.race([Promise.all(Array.from({ length: lookUpsAtOnce }, work)), ended.promise])
  return new Map(found)
}
