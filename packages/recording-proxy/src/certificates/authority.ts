/** The authority that signs certificates of recorded hosts: made at its first use, kept in a file that only its owner reads, removed on demand. */
import { createPrivateKey, createPublicKey, randomUUID, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { authorityCertificate, hostCertificate, type Issuer, newKeyPair, spkiHash } from './certificate.ts'

export interface Authority {
  /** Its certificate, PEM. */
  readonly certificate: string
  /** Of the certificate, SHA-256, as tools show it. */
  readonly fingerprint: string
  /** Hash of the key of every host, by which a browser can be told to accept it. */
  readonly hostKeyHash: string
  readonly validUntil: Date
  /** Key and certificates for a TLS server of this host, PEM. */
  identityOf(host: string): { readonly key: string; readonly cert: string }
}

const dayMs = 86_400_000
/** Whoever forgets to remove it from a phone trusts it no longer than this. */
const validDays = 30
/** A recording must not outlive it. */
const leastRestMs = dayMs
const maxCertificates = 500

/** @param now in milliseconds */
export async function openAuthority(path: string, now: number): Promise<Authority> {
  const known = await readAuthority(path, now)
  return known ?? (await createAuthority(path, now))
}

export const removeAuthority = (path: string): Promise<void> => rm(path, { force: true })

async function readAuthority(path: string, now: number): Promise<Authority | null> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  })
  if (text === null) return null
  try {
    const privateKey = createPrivateKey(text)
    const certificate = new X509Certificate(text)
    const until = Date.parse(certificate.validTo)
    if (!certificate.checkPrivateKey(privateKey) || until < now + leastRestMs) return null
    const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? ''
    const keys = { privateKey, publicKey: createPublicKey(privateKey) }
    return authorityOf({ name, keys }, certificate.toString(), new Date(until))
  } catch {
    // A file that is damaged is replaced: nothing else can be done with it.
    return null
  }
}

async function createAuthority(path: string, now: number): Promise<Authority> {
  const made = new Date(now).toISOString().slice(0, 16)
  const issuer = { name: `Pone recording ${made} ${randomUUID().slice(0, 8)}`, keys: newKeyPair() }
  const until = new Date(Math.floor(now / 1000) * 1000 + validDays * dayMs)
  const certificate = authorityCertificate(issuer, { from: new Date(now - dayMs), until })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomUUID()}`
  const key = String(issuer.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(fresh, `${key}${certificate}`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
  return authorityOf(issuer, certificate, until)
}

function authorityOf(issuer: Issuer, certificate: string, validUntil: Date): Authority {
  // One key serves all hosts: it lives no longer than this process.
  const { publicKey, privateKey } = newKeyPair()
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const certificates = new Map<string, string>()
  const parsed = new X509Certificate(certificate)
  const from = new Date(parsed.validFrom)
  return {
    certificate,
    fingerprint: parsed.fingerprint256,
    hostKeyHash: spkiHash(publicKey),
    validUntil,
    identityOf: host => {
      const known = certificates.get(host)
      if (known !== undefined) return { key, cert: known }
      const cert = `${hostCertificate(host, publicKey, issuer, { from, until: validUntil })}${certificate}`
      const [oldest] = certificates.keys()
      if (certificates.size >= maxCertificates && oldest !== undefined) certificates.delete(oldest)
      certificates.set(host, cert)
      return { key, cert }
    },
  }
}
