/** Operations of a step, evaluated for one user, and their outcomes. */
import type { ByteCall } from '../../messages/byte-operation.ts'
import { failedOutcomeOf } from '../../messages/outcome.ts'
import type { ComponentContext } from '../../protocol.ts'
import type { TcpOperation, TcpSettings } from '../definition/operation.ts'

export type TcpCall = ByteCall<TcpOperation>

export type TcpContext = ComponentContext<TcpSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, connect: 1, tls: 2, message: 3 } as const
export const phaseCount = Object.keys(phase).length

export const failedOutcome = failedOutcomeOf(phaseCount)
