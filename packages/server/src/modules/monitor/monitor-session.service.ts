/** Start and stop of monitors for other modules, within a transaction of theirs. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import { type MonitorChange, startMonitors, stopMonitors } from './monitor-session.repository.ts'

export type MonitorSessionService = ReturnType<typeof createMonitorSessionService>

/** `onChange` tells those who assign monitors to agents. */
export const createMonitorSessionService = (onChange: (monitorIds: readonly string[]) => void) => ({
  /** Those that run already stay as they are. Returns the others with their new sessions. */
  start: (transaction: Transaction<Tables>, change: MonitorChange) => startMonitors(transaction, change),
  /** Returns those that ran. */
  stop: (transaction: Transaction<Tables>, change: MonitorChange) => stopMonitors(transaction, change),
  /** To be called with what was started or stopped once the transaction is over. */
  changed: (monitorIds: readonly string[]): void => onChange(monitorIds),
})
