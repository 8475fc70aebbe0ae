/** Passes the line's lease on to the workers, run by run: after a new connection only for runs that the server calls this machine's own. */
import { leaseMs } from '../link/line-lease.ts'
import type { AgentRun } from './run.ts'

const renewEveryMs = 500

export interface RunLeases {
  /** A new line stands: what was granted over the old one runs out. */
  opened(): void
  /** The server has said over this line that the run is this machine's. */
  confirm(runId: string): void
  close(): void
}

/** `remainingMs` is the line's; null means that the server is down and gives nothing away. */
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
