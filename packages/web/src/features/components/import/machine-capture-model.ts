/** What the form of a capture on a load machine holds, and what is ordered by it. */
import type { ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import type { calls } from '@pone/contract/calls/registry.ts'
import { type Capture, captureOrderSchema } from '@pone/contract/entities/capture.ts'
import { toldCause } from '@pone/contract/told-cause.ts'

export type MachineInterfaces = OutputOf<typeof calls.capture.interfaces>
export type MachineCaptureWish = Omit<ClientInputOf<typeof calls.capture.start>, 'projectId'>

export interface CaptureFields {
  readonly agentId: string
  readonly interface: string
  readonly host: string
  readonly port: number | null
  readonly protocol: MachineCaptureWish['protocol']
  readonly seconds: number
  readonly megabytes: number
}

export const firstFields: CaptureFields = {
  agentId: '',
  interface: '',
  host: '',
  port: null,
  protocol: 'tcp',
  seconds: 120,
  megabytes: 50,
}

/** null while it cannot be ordered. */
export function wishOf({ agentId, host, ...rest }: CaptureFields): MachineCaptureWish | null {
  const order = captureOrderSchema.safeParse({ ...rest, host: host.trim() === '' ? null : host.trim() })
  return order.success && agentId !== '' ? { agentId, ...order.data } : null
}

export const isHostWrong = (host: string): boolean =>
  host.trim() !== '' && !captureOrderSchema.shape.host.safeParse(host.trim()).success

/** Why nothing can be captured on the machine, as its agent would tell it; null if it can. */
export function hindranceOf({ hasProgram, right, isOwn }: MachineInterfaces): string | null {
  if (right === 'off') return toldCause('captureOff')
  if (right === 'own' && !isOwn) return toldCause('captureShared')
  return hasProgram ? null : toldCause('captureNoProgram', { install: 'sudo apt install tcpdump' })
}

/** The one that most people want: of all interfaces, if there is more than one. */
export const usualInterface = ({ interfaces }: MachineInterfaces): string =>
  (interfaces.find(({ name }) => name === 'any') ?? interfaces[0])?.name ?? ''

/** More will be told of it. */
export const isUnderWay = (capture: Capture | null | undefined): boolean =>
  capture !== null && capture !== undefined && capture.state !== 'complete' && capture.state !== 'failed'
