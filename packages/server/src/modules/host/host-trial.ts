/** Checks hosts before an agent is installed, many concurrently and with a short time-out; problems of a host not reached in time show up during the operation. */
import type { Problem } from '@pone/contract/entities/host.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { HostRepository, HostRow } from './host.repository.ts'
import { HostFailure, reachOf, withContact } from './host-contact.ts'
import { candidateOf, checkMachine } from './machine-check.ts'

const width = 25
const perHostMs = 8_000
const allMs = 24_000

/** Problem that prevents the installation of an agent, by host id. */
export type TryHosts = (rows: readonly HostRow[]) => Promise<ReadonlyMap<string, Problem>>

export function createHostTrial({ hosts, secrets }: { hosts: HostRepository; secrets: SecretBox }): TryHosts {
  return async rows => {
    const deadline = AbortSignal.timeout(allMs)
    const problems = new Map<string, Problem>()
    const waiting = [...rows]
    const tryOne = async (row: HostRow): Promise<void> => {
      const patience = AbortSignal.timeout(perHostMs)
      const signal = AbortSignal.any([deadline, patience])
      try {
        await withContact(reachOf(row, secrets), signal, contact =>
          checkMachine(contact, candidateOf(row), { hosts, signal }),
        )
      } catch (cause) {
        if (cause instanceof HostFailure) problems.set(row.id, cause.problem)
        else if (patience.aborted) problems.set(row.id, { code: 'sshTimeout', detail: '' })
        else if (!deadline.aborted) throw cause
      }
    }
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined && !deadline.aborted; row = waiting.shift())
        await tryOne(row)
    }
    await Promise.all(Array.from({ length: Math.min(width, rows.length) }, work))
    return problems
  }
}
