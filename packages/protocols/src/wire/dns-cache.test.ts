import type { LookupAddress } from 'node:dns'
import { describe, expect, test, vi } from 'vitest'
import { UserNetwork } from '../connect/user-network.ts'
import { DnsCache } from './dns-cache.ts'

const both: LookupAddress[] = [
  { address: '2001:db8::1', family: 6 },
  { address: '192.0.2.1', family: 4 },
]
type Family = 0 | 4 | 6

/** A resolver that knows one name, and how often it was asked. */
function resolver() {
  const asked: string[] = []
  return {
    asked,
    resolve: (
      name: string,
      _: object,
      answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
    ) => {
      asked.push(name)
      const error = Object.assign(new Error('not found'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
      setImmediate(() => (name === 'a.example' ? answer(null, both) : answer(error, [])))
    },
  }
}
const find = (cache: DnsCache, name: string, family: Family = 0) =>
  new Promise<string[]>((resolve, reject) => {
    cache.lookup(name, { all: true, family }, (error, addresses) => {
      if (error !== null) reject(error)
      else resolve(Array.isArray(addresses) ? addresses.map(each => each.address) : [addresses])
    })
  })

describe('a cache of look-ups', () => {
  test('asks once for all who wait and for those who come soon after', async () => {
    const { asked, resolve } = resolver()
    const cache = new DnsCache(resolve)
    const found = await Promise.all([find(cache, 'a.example'), find(cache, 'a.example')])
    expect(found[0]).toEqual(['2001:db8::1', '192.0.2.1'])
    expect(await find(cache, 'a.example')).toEqual(found[1])
    expect(asked).toEqual(['a.example'])
  })

  test('asks again after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { asked, resolve } = resolver()
      const cache = new DnsCache(resolve)
      await find(cache, 'a.example')
      vi.advanceTimersByTime(31_000)
      await find(cache, 'a.example')
      expect(asked).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('gives addresses of the wanted family only', async () => {
    const cache = new DnsCache(resolver().resolve)
    expect(await find(cache, 'a.example', 4)).toEqual(['192.0.2.1'])
    expect(await find(cache, 'a.example', 6)).toEqual(['2001:db8::1'])
  })

  test('shares a failure with those who wait, but does not keep it', async () => {
    const { asked, resolve } = resolver()
    const cache = new DnsCache(resolve)
    const outcomes = await Promise.allSettled([find(cache, 'b.example'), find(cache, 'b.example')])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['rejected', 'rejected'])
    await expect(find(cache, 'b.example')).rejects.toThrow('not found')
    expect(asked).toHaveLength(2)
  })
})

describe('a user', () => {
  const transport = { ipFamily: 0 as Family, sourceAddresses: ['192.0.2.1', '2001:db8::1', '192.0.2.2'] }
  test.each([
    [0, 'a.example', 0, '192.0.2.1'],
    [1, 'a.example', 0, '2001:db8::1'],
    [2, 'a.example', 0, '192.0.2.2'],
    [3, 'a.example', 0, '192.0.2.1'],
    [1, 'a.example', 4, '192.0.2.2'],
    [1, '198.51.100.1', 0, '192.0.2.2'],
    [1, '198.51.100.1', 6, '192.0.2.2'],
    [2, '2001:db8::9', 0, '2001:db8::1'],
  ] as const)('%i connects to %s (family %i) from %s', (index, host, ipFamily, expected) => {
    expect(new UserNetwork(index).sourceAddress({ ...transport, ipFamily }, host)).toBe(expected)
  })

  test('has no source address where none is of the family, and needs none where none are set', () => {
    const onlyOld = { ipFamily: 0 as Family, sourceAddresses: ['192.0.2.1'] }
    expect(new UserNetwork(0).sourceAddress(onlyOld, '2001:db8::9')).toBeNull()
    expect(new UserNetwork(0).sourceAddress({ ...onlyOld, sourceAddresses: [] }, 'a.example')).toBeUndefined()
  })

  test('looks up with others only until it forgets', () => {
    const user = new UserNetwork(0)
    const before = user.names
    expect(user.names).toBe(before)
    user.forgetNames()
    expect(user.names).not.toBe(before)
  })
})
