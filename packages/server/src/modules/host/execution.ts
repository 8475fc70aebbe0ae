/** What carries an operation out: told what to do, it tells its steps and lines, and answers how it ended. */
import type { HostRow } from './host.repository.ts'
import type { OperationRow } from './operation.repository.ts'
import type { OperationEnd } from './operation-queue.repository.ts'

export interface Reporter {
  /** `step` is a word of ours; progress from 0 to 1, null while it cannot be known. */
  step(name: string, progress01?: number | null): void
  line(text: string, level?: 'info' | 'warn' | 'error', at?: number): void
}

export interface Execution {
  readonly operation: OperationRow
  readonly host: HostRow
  readonly report: Reporter
  /** Aborted with Cancelled on a user's request, with Released when this server hands the operation to another. */
  readonly signal: AbortSignal
}

/** @throws HostFailure; the signal's reason when aborted */
export type Execute = (execution: Execution) => Promise<OperationEnd>

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
/** The operation goes on without this server. */
export class Released extends Error {
  override readonly name = 'Released'
}
