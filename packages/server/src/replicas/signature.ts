/** How servers prove to each other who they are: each call is signed with a key that only holders of the installation's key can derive, is fresh, and counts once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'pone-signature'

/** A longer body is only read when the header proves that its sender is a server. */
const maxUnprovedBytes = 1024 ** 2
/** Clocks of two servers may differ by this, ms. */
const maxAgeMs = 60_000

const digestOf = (key: Buffer, head: string, path: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${head}\n${path}\n`).update(body).digest()

/** Proves before the body is there that a server sends it, of that length. */
const proofOf = (key: Buffer, head: string, path: string, length: number): Buffer =>
  digestOf(key, head, path, Buffer.from(`length ${length}`))

/** Value of the header: instant, a nonce, the digest over them, the path and the body, and the one over the body's length in its place. */
export function sign(key: Buffer, path: string, body: Buffer, now: number): string {
  const head = `${now}.${randomBytes(12).toString('hex')}`
  const proof = proofOf(key, head, path, body.length)
  return `${head}.${digestOf(key, head, path, body).toString('hex')}.${proof.toString('hex')}`
}

export interface SignatureCheck {
  /** Whether a body of this length may be read at all; null when its length is unknown. */
  mayRead(path: string, length: number | null, header: unknown): boolean
  /** True once for a signature that is right and fresh. */
  isGenuine(path: string, body: Buffer, header: unknown): boolean
}

export function createSignatureCheck(key: Buffer, now: () => number): SignatureCheck {
  /** Random words of calls that are still fresh → when they cease to be. */
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
