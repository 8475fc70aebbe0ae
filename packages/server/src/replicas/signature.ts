/** Authentication between servers: each call is signed with a key derived from the installation's key, expires, and is accepted once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'pone-signature'

/** A longer body is only read when the header proves that its sender is a server. */
const maxUnprovedBytes = 1024 ** 2
/** Maximum difference between the clocks of two servers, ms. */
const maxAgeMs = 60_000

const digestOf = (key: Buffer, head: string, path: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${head}\n${path}\n`).update(body).digest()

/** Proves, before the body is read, that a server sends it, and its length. */
const proofOf = (key: Buffer, head: string, path: string, length: number): Buffer =>
  digestOf(key, head, path, Buffer.from(`length ${length}`))

/** Value of the header: time, a nonce, the digest over them, the path and the body, and one over the body's length in its place. */
export function sign(key: Buffer, path: string, body: Buffer, now: number): string {
  const head = `${now}.${randomBytes(12).toString('hex')}`
  const proof = proofOf(key, head, path, body.length)
  return `${head}.${digestOf(key, head, path, body).toString('hex')}.${proof.toString('hex')}`
}

export interface SignatureCheck {
  /** Whether a body of this length may be read at all; null when its length is unknown. */
  mayRead(path: string, length: number | null, header: unknown): boolean
  /** True once for a valid, unexpired signature. */
  isGenuine(path: string, body: Buffer, header: unknown): boolean
}

export function createSignatureCheck(key: Buffer, now: () => number): SignatureCheck {
  /** Nonces of unexpired calls → when they expire. */
  const seen = new Map<string, number>()
  const tidy = () => {
    for (const [word, until] of seen) {
      if (until > now()) return
      seen.delete(word)
    }
  }
  return {
    mayRead: (path, length, header) => {
      if (typeof header !== 'string' || length === null) return false
      if (length <= maxUnprovedBytes) return true
      const [at = '', word = '', , proof = ''] = header.split('.')
      const given = Buffer.from(proof, 'hex')
      const expected = proofOf(key, `${at}.${word}`, path, length)
      const isProved = given.length === expected.length && timingSafeEqual(given, expected)
      return isProved && Math.abs(now() - Number(at)) <= maxAgeMs && !seen.has(word)
    },
    isGenuine: (path, body, header) => {
      if (typeof header !== 'string') return false
      const [at = '', word = '', digest = ''] = header.split('.')
      const given = Buffer.from(digest, 'hex')
      const expected = digestOf(key, `${at}.${word}`, path, body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      tidy()
      if (!(Math.abs(now() - Number(at)) <= maxAgeMs) || seen.has(word)) return false
      seen.set(word, now() + 2 * maxAgeMs)
      return true
    },
  }
}
