/** Operations of a step, evaluated for one user, and their outcomes. */
import type { Matches } from '../../messages/match.ts'
import { emptyOutcome, type MessageOutcome } from '../../messages/outcome.ts'
import type { ComponentContext } from '../../protocol.ts'
import type { TcpOperation, TcpSettings } from '../definition/operation.ts'

/** One operation, everything evaluated. */
export interface TcpCall {
  readonly op: TcpOperation
  /** Of connect, without brackets. */
  readonly host: string
  /** Of send. */
  readonly data: Buffer
  readonly matches: Matches
}

export type TcpContext = ComponentContext<TcpSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, connect: 1, tls: 2, message: 3 } as const
export const phaseCount = Object.keys(phase).length

/** An outcome that failed before anything was begun. */
export const failedOutcome = (url: string, errorCode: string, errorMessage: string): MessageOutcome => ({
  ...emptyOutcome(url, phaseCount),
  errorCode,
  errorMessage,
})
