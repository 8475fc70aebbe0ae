/** Operations of a step, evaluated for one user, and their outcomes. */
import type { Matches } from '../../messages/match.ts'
import { failedOutcomeOf } from '../../messages/outcome.ts'
import type { ComponentContext } from '../../protocol.ts'
import type { WebSocketOperation, WebSocketSettings } from '../definition/operation.ts'

/** One operation, everything evaluated. */
export interface WsCall {
  readonly op: WebSocketOperation
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Of send. */
  readonly data: string | Buffer
  readonly matches: Matches
}

export type WsContext = ComponentContext<WebSocketSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, connect: 1, tls: 2, handshake: 3, message: 4 } as const
export const phaseCount = Object.keys(phase).length

export const failedOutcome = failedOutcomeOf(phaseCount)
