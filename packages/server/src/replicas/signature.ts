/** How servers prove to each other who they are: each call is signed with a key that only holders of the installation's key can derive, is fresh, and counts once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'pone-signature'

/** Clocks of two servers may differ by this, ms. */
const maxAgeMs = 60_000

const digestOf = (key: Buffer, head: string, path: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${head}\n${path}\n`).update(body).digest()

/** Value of the header: instant, a random word, and the digest over them, the path and the body. */
export function sign(key: Buffer, path: string, body: Buffer, now: number): string {
  const head = `${now}.${randomBytes(12).toString('hex')}`
  return `${head}.${digestOf(key, head, path, body).toString('hex')}`
}

export interface SignatureCheck {
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
