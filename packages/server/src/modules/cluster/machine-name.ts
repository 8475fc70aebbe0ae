/** Names of load machines are unique: a name that is taken gets the next free number, or a random end. */
import { randomUUID } from 'node:crypto'
import { maxNameLength } from '@pone/schema/limits.ts'

const longestEnd = 9
/** So many are tried. */
const mostNumbers = 1_000

/** What a machine may be called that calls itself `wanted`, in the order to try: `host`, `host-2`, `host-3` … */
export function nameCandidates(wanted: string): string[] {
  const base = wanted.trim().slice(0, maxNameLength - longestEnd) || 'machine'
  const whole = wanted.trim().slice(0, maxNameLength) || base
  return [whole, ...Array.from({ length: mostNumbers }, (_, index) => `${base}-${index + 2}`)]
}

/** A name that hardly any other machine can have. */
export const randomName = (wanted: string): string =>
  `${wanted.trim().slice(0, maxNameLength - longestEnd)}-${randomUUID().slice(0, 8)}`
