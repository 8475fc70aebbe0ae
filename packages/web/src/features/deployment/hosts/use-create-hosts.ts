/** Creates many hosts with limited concurrency, and collects the errors of the server. */
import { type Host, hostFieldsSchema } from '@pone/contract/entities/host.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { hostsKey } from '../host-client.ts'
import { initialHost } from './host-fields.ts'
import { type HostLine, readHostLines } from './host-lines.ts'
import { inParallel } from './in-parallel.ts'
import { useStopAtEnd } from './use-stop-at-end.ts'

/** Concurrent calls. */
const width = 4

/** Hosts as lines of text, and the settings that they share. */
export const manyHostsSchema = hostFieldsSchema
  .omit({ name: true, address: true, agentId: true, hasSsh: true })
  .extend({ lines: z.string().trim().min(1) })
export type ManyHosts = z.output<typeof manyHostsSchema>

export function initialManyHosts(origin: string): ManyHosts {
  const {
    name: _name,
    address: _address,
    agentId: _agentId,
    hasSsh: _hasSsh,
    ...shared
  } = initialHost(null, origin)
  return { ...shared, lines: '' }
}

export interface RefusedHost {
  readonly host: HostLine
  readonly reason: string
}

export function useCreateHosts() {
  const cache = useQueryClient()
  const stop = useStopAtEnd()
  const [progress, setProgress] = useState<{ readonly of: number; readonly count: number } | null>(null)
  const [refused, setRefused] = useState<readonly RefusedHost[]>([])

  /** @returns null when the dialog was closed before all calls had ended */
  const create = async ({ lines, ...shared }: ManyHosts) => {
    const { hosts } = readHostLines(lines)
    const created: Host[] = []
    const failed: RefusedHost[] = []
    const signal = stop()
    setRefused([])
    setProgress({ of: hosts.length, count: 0 })
    await inParallel(
      hosts,
      width,
      async host => {
        const { name, address, sshPort } = host
        const fields = { ...shared, name, address, hasSsh: true, agentId: null }
        try {
          created.push(await api.host.create({ ...fields, sshPort: sshPort ?? shared.sshPort }))
        } catch (cause) {
          failed.push({ host, reason: errorMessage(cause) })
        }
        setProgress({ of: hosts.length, count: created.length + failed.length })
      },
      signal,
    )
    setProgress(null)
    await cache.invalidateQueries({ queryKey: hostsKey })
    if (signal.aborted) return null
    setRefused(failed)
    return { created, refused: failed }
  }
  return { create, progress, refused }
}
