/** How the agent verifies its server: by the authorities of this machine, those of a file, or one that its fingerprint names. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Log } from '../log.ts'

const handshakeTimeoutMs = 4_000

export interface ServerTrust {
  /**
   * To be awaited before a connection to `serverUrl` is opened; undefined when there is nothing to wait for. @throws
   * Error when the server does not present the certificate that the fingerprint names
   */
  prepare(serverUrl: string): Promise<void> | undefined
  /** Called when the server's certificate was not accepted: the authority may be a new one. */
  forget(): void
}

/** Applies to all connections of this process. @throws Error with one sentence when the file cannot be used */
export function trustServers(
  { caFile, pin }: { caFile: string | null; pin: string | null },
  log: Log,
): ServerTrust {
  const usual = [...getCACertificates('default'), ...getCACertificates('system')]
  if (caFile !== null) usual.push(readAuthorities(caFile))
  setDefaultCACertificates(usual)
  if (pin === null) return { prepare: () => undefined, forget: () => undefined }
  let isKnown = false
  return {
    prepare: serverUrl => {
      if (isKnown || !serverUrl.startsWith('https:')) return undefined
      return findPinned(new URL(serverUrl), pin).then(pem => {
        setDefaultCACertificates([pem])
        isKnown = true
        log('the server shows the certificate that its fingerprint names')
      })
    },
    forget: () => {
      isKnown = false
    },
  }
}

/** @throws Error with one sentence */
function readAuthorities(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (cause) {
    throw new Error(`The certificates of --ca cannot be read from ${path}`, { cause })
  }
  throw new Error(`${path}, given with --ca, holds no certificate; it has to be PEM`)
}

/**
 * Finds the certificate among those that the server presents; nothing else of this connection is trusted, and nothing
 * is sent.
 */
function findPinned(server: URL, pin: string): Promise<string> {
  const host = server.hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(server.port || 443),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    socket.setTimeout(handshakeTimeoutMs, () => socket.destroy(new Error('the TLS handshake takes too long')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const shown = chainOf(socket.getPeerCertificate(true))
      const found = shown.find(({ fingerprint256 }) => normalPin(fingerprint256) === normalPin(pin))
      socket.destroy()
      if (found !== undefined) return resolve(pemOf(found.raw))
      const last = shown.at(-1)?.fingerprint256 ?? 'none'
      reject(
        new Error(
          `it shows no certificate with the fingerprint ${pin} (it shows ${last}): either somebody else answers there, or its authority has changed; take a new join command from the server's page`,
        ),
      )
    })
  })
}

/** Without colons and in one case. */
const normalPin = (pin: string): string => pin.replaceAll(/^sha256:|:/gi, '').toLowerCase()

function chainOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  for (let at = leaf; !chain.includes(at) && at.raw !== undefined; at = at.issuerCertificate) {
    chain.push(at)
    if (at.issuerCertificate === undefined) break
  }
  return chain
}

const pemOf = (raw: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${raw.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
