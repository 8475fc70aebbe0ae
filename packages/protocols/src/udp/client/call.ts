/** Operations of a step, evaluated for one user, and their outcomes. */
import type { ByteCall } from '../../messages/byte-operation.ts'
import { failedOutcomeOf } from '../../messages/outcome.ts'
import type { ComponentContext } from '../../protocol.ts'
import type { UdpOperation, UdpSettings } from '../definition/operation.ts'

export type UdpCall = ByteCall<UdpOperation>

export type UdpContext = ComponentContext<UdpSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, message: 1 } as const
export const phaseCount = Object.keys(phase).length

export const failedOutcome = failedOutcomeOf(phaseCount)
