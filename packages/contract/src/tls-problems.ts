/** Says in plain words why a TLS connection was refused, and what to do; for the logs and messages of programs, in English. */

interface TlsCause {
  readonly code: string
  readonly message: string
  readonly host: string | undefined
  readonly names: string | undefined
}

const unknownAuthority =
  'its certificate is signed by an authority that this machine does not know: give the certificate of that authority with --ca FILE (PONE_AGENT_CA for an agent), or use the join command that the server shows, which names its fingerprint'

const sentences: Readonly<Record<string, (cause: TlsCause) => string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: () => unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: () => unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: () => unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => unknownAuthority,
  CERT_SIGNATURE_FAILURE: () => unknownAuthority,
  CERT_HAS_EXPIRED: () =>
    'its certificate has expired: renew it on the server (it takes renewed files by itself), and check the clock of this machine',
  CERT_NOT_YET_VALID: () => 'its certificate is not valid yet: check the clock of this machine',
  CERT_REVOKED: () => 'its certificate was revoked by its authority',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, names }) =>
    `its certificate is for ${names === undefined || names === '' ? 'other names' : names}, not for ${host ?? 'this address'}: use an address that the certificate names, or have one made that names this one`,
  EPROTO: ({ message }) => protocolProblem(message),
  ERR_SSL_WRONG_VERSION_NUMBER: ({ message }) => protocolProblem(message),
}

/** undefined for what has nothing to do with TLS; also looks at what the error was caused by. */
export function tlsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, host, cert } = error as Error & {
    code?: unknown
    host?: unknown
    cert?: { subjectaltname?: unknown }
  }
  const sentence = typeof code === 'string' ? sentences[code] : undefined
  if (sentence === undefined || typeof code !== 'string') return tlsProblem(error.cause)
  const names = cert?.subjectaltname
  return sentence({
    code,
    message,
    host: typeof host === 'string' ? host : undefined,
    names: typeof names === 'string' ? names.replaceAll(/(DNS|IP Address):/g, '') : undefined,
  })
}

function protocolProblem(message: string): string {
  if (/wrong version number|packet length too long/i.test(message)) {
    return 'it does not speak TLS there: write http:// in its address, or the port on which it speaks TLS'
  }
  if (/unsupported protocol|protocol version/i.test(message))
    return 'it speaks no TLS version that is allowed (1.2 or newer)'
  return `the TLS handshake failed: ${message}`
}
