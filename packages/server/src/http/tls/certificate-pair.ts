/** A certificate with its key, read from PEM files and validated; errors are one sentence. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, rootCertificates } from 'node:tls'

export interface CertificateFiles {
  /** Certificate of this server, followed by the intermediate certificates. */
  readonly cert: string
  readonly key: string
  /** The CA certificate, for agents and other servers that do not trust it by default. */
  readonly ca?: string | undefined
}

export interface CertificatePair {
  /** Server certificate, intermediate certificates, and the CA certificate if given. */
  readonly cert: string
  readonly key: string
  /** Epoch ms. */
  readonly validTo: number
  /** SHA-256 of the CA certificate, `AB:CD:…`, for programs that do not trust it by default; null if it is trusted by default. */
  readonly pin: string | null
  /** That CA certificate, PEM. */
  readonly authority: string | null
}

const pemPattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** @throws Error with one sentence that names the file. `now` in ms. */
export async function readPair(files: CertificateFiles, now: number): Promise<CertificatePair> {
  // One after another, so that the same file is named each time when several are missing.
  const certText = await read(files.cert)
  const key = await read(files.key)
  const caText = files.ca === undefined ? '' : await read(files.ca)
  const chain = certificatesIn(certText, files.cert)
  const authorities = files.ca === undefined ? [] : certificatesIn(caText, files.ca)
  const [leaf] = chain
  if (leaf === undefined) throw new Error(`${files.cert} holds no certificate.`)
  if (!isKeyOf(leaf, key))
    throw new Error(`The key in ${files.key} is not that of the certificate in ${files.cert}.`)
  const validTo = leaf.validToDate.getTime()
  if (validTo < now) throw new Error(`The certificate in ${files.cert} expired on ${leaf.validTo}.`)
  const cert = [...chain, ...authorities].map(String).join('')
  createSecureContext({ cert, key })
  const root = privateRootOf([...chain, ...authorities])
  return { cert, key, validTo, pin: root?.fingerprint256 ?? null, authority: root?.toString() ?? null }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new Error(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`, {
      cause,
    })
  }
}

function certificatesIn(text: string, path: string): X509Certificate[] {
  try {
    return [...text.matchAll(pemPattern)].map(([pem]) => new X509Certificate(pem))
  } catch (cause) {
    throw new Error(`${path} holds a certificate that cannot be read; it has to be PEM.`, { cause })
  }
}

function isKeyOf(leaf: X509Certificate, key: string): boolean {
  try {
    return leaf.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** The last self-signed certificate of the chain, unless it is trusted by default. */
function privateRootOf(presented: readonly X509Certificate[]): X509Certificate | undefined {
  const root = presented.findLast(certificate => certificate.checkIssued(certificate))
  if (root === undefined) return undefined
  const isKnown = rootCertificates.some(
    pem => new X509Certificate(pem).fingerprint256 === root.fingerprint256,
  )
  return isKnown ? undefined : root
}
