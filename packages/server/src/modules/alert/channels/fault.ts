/** Why a receiver could not be reached, as a told cause. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { AddressNotAllowed } from '../../../adapters/outgoing/address-wall.ts'

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ESOCKET'])
/** The library for mail tells the code of the socket for faults of certificates too. */
const isTls = (code: string, text: string): boolean =>
  /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO|ALTNAME/.test(code) ||
  (code === 'ESOCKET' && /certificate|\b(ssl|tls)\b/i.test(text))

export function connectionFault(cause: unknown, timeoutMs: number): string {
  const raw = errorText(cause)
  if (cause instanceof AddressNotAllowed) return toldCause('noticePrivateAddress', { host: cause.host })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return toldCause('noticeTimedOut', { seconds: Math.round(timeoutMs / 1_000) })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ETIMEDOUT') return toldCause('noticeTimedOut', { seconds: Math.round(timeoutMs / 1_000) })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const host = cause instanceof Error && 'hostname' in cause ? String(cause.hostname) : ''
    return toldCause('noticeNoAddress', { host }, raw)
  }
  if (isTls(code, raw)) return toldCause('noticeTls', {}, raw)
  return toldCause(unreachable.has(code) ? 'noticeConnection' : 'noticeFailed', {}, raw)
}
