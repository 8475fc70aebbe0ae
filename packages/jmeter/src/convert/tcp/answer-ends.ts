/** JMeter's answers have the byte at which they end, messages here do not: what that changes in checkpoints, both ways. */
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { delimiterBytes, type Framing } from '@pone/protocols/tcp/definition/framing.ts'

type Check = Omit<Checkpoint, 'id'>

/** What answers of a connection end with as text; empty where nothing marks the end. */
export const endTextOf = (framing: Framing): string =>
  framing.kind === 'delimiter' ? new TextDecoder().decode(delimiterBytes(framing) ?? new Uint8Array()) : ''

const isWhole = ({ source, operator }: Check): boolean =>
  source === 'body' && (operator === 'equals' || operator === 'notEquals')

/** A checkpoint of an answer that ends with `end`. */
export function withEnd<C extends Check>(check: C, end: string): C {
  if (isWhole(check)) return { ...check, expected: check.expected + end }
  return check.source === 'size' ? { ...check, expected: added(check.expected, end.length) } : check
}

/** The same without it; null for a pattern that asks for the end. */
export function withoutEnd<C extends Check>(check: C, end: string): C | null {
  const { source, operator, expected } = check
  if (end === '') return check
  if (isWhole(check) && expected.endsWith(end)) return { ...check, expected: expected.slice(0, -end.length) }
  if (source === 'size') return { ...check, expected: added(expected, -end.length) }
  return operator === 'matches' && /\\[nr]\)?\$?$/.test(expected) ? null : check
}

/** A size that only the run knows is not counted on. */
const added = (size: string, bytes: number): string =>
  /^\d{1,15}$/.test(size) ? String(Math.max(0, Number(size) + bytes)) : size
