/** Why a receiver could not be reached, as a told cause. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { connectionFaultOf } from '../../../adapters/outgoing/connection-fault.ts'

export function connectionFault(cause: unknown, timeoutMs: number): string {
  const fault = connectionFaultOf(cause)
  const raw = errorText(cause)
  switch (fault.kind) {
    case 'privateAddress':
      return toldCause('noticePrivateAddress', { host: fault.host })
    case 'timedOut':
      return toldCause('noticeTimedOut', { seconds: Math.round(timeoutMs / 1_000) })
    case 'noAddress':
      return toldCause('noticeNoAddress', { host: fault.host }, raw)
    case 'tls':
      return toldCause('noticeTls', {}, raw)
    case 'connection':
      return toldCause('noticeConnection', {}, raw)
    case 'other':
      return toldCause('noticeFailed', {}, raw)
  }
}
