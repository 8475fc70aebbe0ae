/** What went wrong with a connection to outside, by the error that it ended with. */
import { AddressNotAllowed } from '@pone/recording-proxy/target/address-wall.ts'

export type ConnectionFault =
  | { readonly kind: 'privateAddress' | 'noAddress'; readonly host: string }
  | { readonly kind: 'timedOut' | 'tls' | 'connection' | 'other' }

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ESOCKET'])
/** The library for mail tells the code of the socket for faults of certificates too. */
const isTls = (code: string, text: string): boolean =>
  /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO|ALTNAME/.test(code) ||
  (code === 'ESOCKET' && /certificate|\b(ssl|tls)\b/i.test(text))

export function connectionFaultOf(cause: unknown): ConnectionFault {
  if (cause instanceof AddressNotAllowed) return { kind: 'privateAddress', host: cause.host }
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return { kind: 'timedOut' }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ETIMEDOUT') return { kind: 'timedOut' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const host = cause instanceof Error && 'hostname' in cause ? String(cause.hostname) : ''
    return { kind: 'noAddress', host }
  }
  if (isTls(code, cause instanceof Error ? cause.message : '')) return { kind: 'tls' }
  return { kind: unreachable.has(code) ? 'connection' : 'other' }
}
