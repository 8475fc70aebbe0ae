/** Start and stop of monitors for other modules, within a transaction of theirs. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import { type MonitorChange, startMonitors, stopMonitors } from './monitor-session.repository.ts'

export type MonitorSessionService = ReturnType<typeof createMonitorSessionService>

/** Tells those who assign monitors to agents. */
interface AssignmentNews {
  readonly changed: (monitorIds: readonly string[]) => void
  readonly runsChanged: () => void
}

export const createMonitorSessionService = ({ changed, runsChanged }: AssignmentNews) => ({
  /** Those that run already stay as they are. Returns the others with their new sessions. */
  start: (transaction: Transaction<Tables>, change: MonitorChange) => startMonitors(transaction, change),
  /** Returns those that ran. */
  stop: (transaction: Transaction<Tables>, change: MonitorChange) => stopMonitors(transaction, change),
  /** To be called with what was started or stopped once the transaction is over. */
  changed,
  /** To be called when a run has begun or ended with its monitoring links, or a link collects at another frequency in runs. */
  runsChanged,
})
