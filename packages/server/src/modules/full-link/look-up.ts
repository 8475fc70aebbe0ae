/** Looks host names up from this server, within bounds of number and time. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isLoopbackHost } from '@pone/monitors/target-address.ts'

const maxNames = 30
const limitMs = 2_000

export type LookUp = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

/** Addresses by name; of names that are not known, or not told in time, none. */
export const lookUp: LookUp = async names => {
  const wanted = [...new Set(names)].filter(name => name !== '' && isIP(name) === 0 && !isLoopbackHost(name))
  const found = new Map<string, readonly string[]>()
  const end = new AbortController()
  const answers = wanted.slice(0, maxNames).map(async name => {
    const addresses = await lookup(name, { all: true }).catch(() => [])
    if (!end.signal.aborted && addresses.length > 0)
      found.set(
        name,
        addresses.map(({ address }) => address),
      )
  })
  const tooLate = pause(limitMs, undefined, { signal: end.signal }).catch(() => undefined)
  await Promise.race([Promise.all(answers), tooLate])
  end.abort()
  return found
}
