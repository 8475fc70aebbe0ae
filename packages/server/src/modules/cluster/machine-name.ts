/** Unique names of load machines: a name that is taken gets the next free number, or a random suffix. */
import { randomUUID } from 'node:crypto'
import { maxNameLength } from '@pone/schema/limits.ts'

const longestEnd = 9
/** Number of names tried with a number. */
const mostNumbers = 1_000

/** Possible names for a machine that requests `wanted`, in order: `host`, `host-2`, `host-3` … */
export function nameCandidates(wanted: string): string[] {
  const base = wanted.trim().slice(0, maxNameLength - longestEnd) || 'machine'
  const whole = wanted.trim().slice(0, maxNameLength) || base
  return [whole, ...Array.from({ length: mostNumbers }, (_, index) => `${base}-${index + 2}`)]
}

/** A name with a random suffix, which is almost certainly free. */
export const randomName = (wanted: string): string =>
  `${wanted.trim().slice(0, maxNameLength - longestEnd)}-${randomUUID().slice(0, 8)}`
