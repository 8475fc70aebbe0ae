/** Keys and tokens of agents: long and random, so that an unsalted hash is sufficient. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hex. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Constant-time comparison. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
