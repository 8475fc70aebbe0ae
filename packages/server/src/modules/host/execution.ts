/** The interface of executions of operations: reports steps and log lines, and returns the result. */
import type { HostRow } from './host.repository.ts'
import type { OperationRow } from './operation.repository.ts'
import type { OperationEnd } from './operation-queue.repository.ts'

export interface Reporter {
  /** `step` is a key of a translated text; progress from 0 to 1, null while unknown. */
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
/** The operation continues on another server. */
export class Released extends Error {
  override readonly name = 'Released'
}
