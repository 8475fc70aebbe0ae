/** Tests the connections to many hosts with limited concurrency, and confirms their host keys. */
import type { Host } from '@pone/contract/entities/host.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { hostsKey } from '../host-client.ts'
import type { NewKey, Outcomes } from './contact-outcomes.ts'
import { inParallel } from './in-parallel.ts'
import { useStopAtEnd } from './use-stop-at-end.ts'

/** Concurrent calls. */
const width = 6

/** Tests all hosts once on mount. */
export function useContact(hosts: readonly Host[]) {
  const cache = useQueryClient()
  const stop = useStopAtEnd()
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isTrusting, setTrusting] = useState(false)

  const test = async (tested: readonly Host[], fingerprints: ReadonlyMap<string, string>) => {
    setOutcomes(before => new Map([...before].filter(([id]) => !tested.some(host => host.id === id))))
    await inParallel(
      tested,
      width,
      async host => {
        const { id, address, sshPort, sshUser, auth, usesSudo } = host
        const access = { address, sshPort, sshUser, auth, usesSudo, hasSsh: true }
        const outcome = await api.host.test({ ...access, id, fingerprint: fingerprints.get(id) ?? null })
        setOutcomes(before => new Map([...before, [id, outcome]]))
      },
      stop(),
    )
  }
  useEffect(() => {
    test(hosts, new Map()).catch(showError)
    // The hosts are tested once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const trust = async (keys: readonly NewKey<Host>[]) => {
    setTrusting(true)
    try {
      for (const { host, fingerprint } of keys) await api.host.trust({ id: host.id, fingerprint })
      await cache.invalidateQueries({ queryKey: hostsKey })
      const confirmed = new Map(keys.map(({ host, fingerprint }) => [host.id, fingerprint]))
      await test(
        keys.map(({ host }) => host),
        confirmed,
      )
    } finally {
      setTrusting(false)
    }
  }
  return {
    outcomes,
    isTrusting,
    testAgain: (failed: readonly Host[]) => void test(failed, new Map()).catch(showError),
    /** Stores the keys as confirmed and tests their hosts again. */
    trust: (keys: readonly NewKey<Host>[]) => void trust(keys).catch(showError),
  }
}
