/** Turns errors of sockets into the faults that monitors know. */
import { errorText } from '@pone/schema/error-text.ts'
import { TargetFault } from '../target-fault.ts'

const refused = new Set(['ECONNREFUSED', 'ENOENT', 'EACCES'])
const unreachable = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
])
const closed = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])
/** What TLS says of a certificate that it does not accept. */
const certificate = /CERT|SIGNATURE|ISSUER|ALTNAME/

/** The fault of an error; a fault stays as it is. */
export function connectionFault(error: unknown): TargetFault {
  if (error instanceof TargetFault) return error
  // When several addresses were tried, what happened is in the parts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const message = errorText(first)
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  if (refused.has(code)) return new TargetFault('refused', message)
  if (unreachable.has(code)) return new TargetFault('unreachable', message)
  if (closed.has(code)) return new TargetFault('targetClosed', message)
  if (/^ERR_(SSL|TLS)_|^EPROTO/.test(code) || certificate.test(code))
    return new TargetFault('tlsMismatch', message)
  // What answers is no HTTP.
  if (code.startsWith('HPE_')) return new TargetFault('wrongProduct', message)
  return new TargetFault('malformed', message)
}
