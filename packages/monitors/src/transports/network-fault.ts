/** Errors of sockets and TLS → faults of a target. */
import { TargetFault } from '../target-fault.ts'

const codes: Readonly<Record<string, TargetFault['code']>> = {
  ECONNREFUSED: 'refused',
  ENOENT: 'refused',
  EACCES: 'refused',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EAI_FAIL: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timedOut',
  ECONNRESET: 'targetClosed',
  EPIPE: 'targetClosed',
  ECONNABORTED: 'targetClosed',
}
/** Codes of OpenSSL and Node for handshakes and certificates. */
const tlsPattern =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO$|INVALID_CA)/

/** A fault stays as it is; an error of a socket gets its code, anything else `malformed`. */
export function networkFault(thrown: unknown): TargetFault {
  if (thrown instanceof TargetFault) return thrown
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return networkFault(thrown.errors[0])
  if (!(thrown instanceof Error)) return new TargetFault('malformed', String(thrown))
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  if (tlsPattern.test(code)) return new TargetFault('tlsMismatch', thrown.message)
  if (code.startsWith('HPE_')) return new TargetFault('wrongProduct', thrown.message)
  return new TargetFault(codes[code] ?? 'malformed', thrown.message)
}
