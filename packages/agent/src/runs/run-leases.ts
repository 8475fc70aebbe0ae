/** Passes the lease of the connection on to the workers, run by run: after a new connection only for runs that the server has confirmed as this machine's. */
import { leaseMs } from '../link/line-lease.ts'
import type { AgentRun } from './run.ts'

const renewEveryMs = 500

export interface RunLeases {
  /** Called for a new connection: leases granted over the old one expire. */
  opened(): void
  /** The server has confirmed over this connection that the run is this machine's. */
  confirm(runId: string): void
  close(): void
}

/** `remainingMs` is the lease of the connection; null means that the server is down and moves no share. */
export function createRunLeases(
  runs: () => readonly AgentRun[],
  remainingMs: () => number | null,
): RunLeases {
  const confirmed = new Set<string>()
  const renew = () => {
    const left = remainingMs()
    for (const run of runs()) {
      if (run.isDriving && (left === null || confirmed.has(run.runId))) run.renewLease(left)
    }
  }
  let wasUnlimited = false
  const timer = setInterval(() => {
    wasUnlimited = remainingMs() === null
    renew()
  }, renewEveryMs)
  return {
    opened: () => {
      confirmed.clear()
      if (!wasUnlimited) return
      for (const run of runs()) if (run.isDriving) run.renewLease(leaseMs)
      wasUnlimited = false
    },
    confirm: runId => {
      confirmed.add(runId)
      renew()
    },
    close: () => clearInterval(timer),
  }
}
