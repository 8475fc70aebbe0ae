/** Operations of a step, evaluated for one user, and their outcomes. */
import type { Matches } from '../../messages/match.ts'
import { emptyOutcome, type MessageOutcome } from '../../messages/outcome.ts'
import type { ComponentContext } from '../../protocol.ts'
import type { UdpOperation, UdpSettings } from '../definition/operation.ts'

/** One operation, everything evaluated. */
export interface UdpCall {
  readonly op: UdpOperation
  /** Of send, without brackets. */
  readonly host: string
  readonly data: Buffer
  readonly matches: Matches
}

export type UdpContext = ComponentContext<UdpSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, message: 1 } as const
export const phaseCount = Object.keys(phase).length

/** An outcome that failed before anything was begun. */
export const failedOutcome = (url: string, errorCode: string, errorMessage: string): MessageOutcome => ({
  ...emptyOutcome(url, phaseCount),
  errorCode,
  errorMessage,
})
