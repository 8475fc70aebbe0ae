/** Turns the errors of sockets into codes that stay the same whatever library, version or phase they come from; used by channel.ts. */

import { networkFailureText } from '../network-failures.ts'

/** What went wrong: a code for grouping and a coded text. */
export type Fault = readonly [code: string, message: string]

/** OpenSSL names alerts differently from version to version. */
const alert = /^ERR_SSL_(?:TLSV1|TLSV13|SSLV3|SSL\/TLS)_(?:ALERT_)+(.+)$/
const libraryPrefix = /^ERR_(?:SSL|TLS)_/

/** Code and message of a socket's error, during the TLS handshake or not: `dns.…`, `tls.…`, else the system's code. */
export function socketFault(error: NodeJS.ErrnoException, isHandshake: boolean): Fault {
  const code = error.code ?? 'socket'
  // When several addresses were tried, the message is in the parts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const message = error.message || (first instanceof Error ? first.message : code)
  const detail = { detail: message }
  if (error.syscall === 'getaddrinfo') {
    return [
      `dns.${code}`,
      networkFailureText(code === 'ENOTFOUND' ? 'nameNotFound' : 'nameServerFailed', detail),
    ]
  }
  const { syscall } = error
  if (code === 'EADDRNOTAVAIL' || code === 'EADDRINUSE' || (code === 'EINVAL' && syscall === 'bind')) {
    const isForeign = syscall === 'bind'
    const text = networkFailureText(isForeign ? 'foreignSourceAddress' : 'noLocalPort', detail)
    return [isForeign ? 'EADDRNOTAVAIL' : code, text]
  }
  // TLS 1.3 refuses a client's certificate only after the handshake, so the moment says nothing.
  if (isHandshake || libraryPrefix.test(code)) return tlsFault(code, message)
  return [code, networkFailureText(textBySystemCode[code] ?? 'systemFault', detail)]
}

const textBySystemCode: Readonly<
  Record<string, 'refused' | 'reset' | 'hostUnreachable' | 'networkTimeout' | 'tooManyFiles'>
> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  EHOSTUNREACH: 'hostUnreachable',
  ENETUNREACH: 'hostUnreachable',
  ETIMEDOUT: 'networkTimeout',
  EMFILE: 'tooManyFiles',
  ENFILE: 'tooManyFiles',
}

const untrusted = /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_(?:UNTRUSTED|REVOKED|SIGNATURE)/

function tlsFault(code: string, message: string): Fault {
  const name = tlsCode(code)
  const alertName = name.startsWith('tls.alert.') ? name.slice('tls.alert.'.length) : null
  if (alertName !== null) return [name, networkFailureText('tlsAlert', { alert: alertName, detail: message })]
  const text =
    code === 'CERT_HAS_EXPIRED'
      ? 'certificateExpired'
      : code === 'ERR_TLS_CERT_ALTNAME_INVALID'
        ? 'certificateForOtherName'
        : untrusted.test(code)
          ? 'certificateUntrusted'
          : 'tlsFailed'
  return [name, networkFailureText(text, { detail: message })]
}

/** The same of the way to a proxy: all codes begin with `proxy.`. */
export function proxyFault(error: NodeJS.ErrnoException): Fault {
  const [code, message] = socketFault(error, false)
  return code.startsWith('EADDR') ? [code, message] : [`proxy.${code.replace(/^dns\./, '')}`, message]
}

function tlsCode(code: string): string {
  const name = alert.exec(code)?.[1]
  if (name !== undefined) {
    return `tls.alert.${name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  }
  return `tls.${code.replace(libraryPrefix, '')}`
}
