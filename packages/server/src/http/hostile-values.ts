/** Generates inputs at and just beyond the limits of a call's schema; for tests, reproducible by seed. */
import { z } from 'zod'

/** Pseudo-random numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const texts = [
  '',
  ' ',
  'name',
  'Name-1',
  'Pass-word1',
  '13812345678',
  'a@b.cc',
  'a\0b',
  '\0',
  'x\ud800y',
  '\udc00',
  '\u{1f600}'.repeat(32),
  '\u{1f600}'.repeat(64),
  '\ufffe\u202e\u0007\r\n\t',
  "'; DROP TABLE users; --",
  '%',
  '_\\%',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '$' + '{' + 'a',
  '$' + '{' + '__uuid()}',
  'x'.repeat(63),
  'x'.repeat(100),
  '1',
  'null',
  '[]',
  '{"a":1}',
  '9'.repeat(60),
] as const
const numbers = [
  0,
  1,
  2,
  -1,
  10,
  0.5,
  50,
  100,
  600,
  2 ** 31 - 1,
  2 ** 31,
  1e12,
  2 ** 53 - 1,
  1 - 2 ** 53,
  1e308,
  5e-324,
  8.7e15,
]
const wrongs: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => 'x'.repeat(200_000),
  () => 'a\0b',
  () => '\ud800',
  () => [],
  () => [[[[]]]],
  () => ({}),
  () => ({ kind: '__proto__' }),
  () => ({ toString: 1, valueOf: null }),
  () => JSON.parse('{"constructor":{"prototype":{"polluted":1}}}') as unknown,
  () => Array.from({ length: 3_000 }, () => 0),
  () => nested(400),
  () => undefined,
]

/** Deeply nested arrays. */
export const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

export interface Hostility {
  readonly random: () => number
  /** Ids that exist, and some that do not. */
  readonly ids: readonly string[]
}

const pick = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T

/** A mostly valid value of the schema, at its limits. */
export function edgeValue(schema: z.core.$ZodType, hostility: Hostility, depth = 0): unknown {
  const { random, ids } = hostility
  const definition = (schema as z.core.$ZodTypes)._zod.def
  const inner = (type: z.core.$ZodType): unknown => edgeValue(type, hostility, depth + 1)
  const valid = (candidates: readonly unknown[]): unknown => {
    const taken = candidates.filter(candidate => z.safeParse(schema, candidate).success)
    return pick(random, taken.length === 0 || random() < 0.05 ? candidates : taken)
  }
  switch (definition.type) {
    case 'string':
      return valid([...texts, ...ids])
    case 'number':
      return valid(numbers)
    case 'boolean':
      return random() < 0.5
    case 'enum':
      return pick(random, Object.values(definition.entries))
    case 'literal':
      return pick(random, definition.values)
    case 'union':
      return inner(pick(random, definition.options))
    case 'array':
      return Array.from({ length: depth > 8 ? 0 : Math.floor(random() * 4) }, () => inner(definition.element))
    case 'object':
      return Object.fromEntries(Object.entries(definition.shape).map(([key, field]) => [key, inner(field)]))
    case 'nullable':
      return random() < 0.3 ? null : inner(definition.innerType)
    case 'default':
    case 'prefault':
    case 'optional':
      return random() < 0.3 ? undefined : inner(definition.innerType)
    case 'record':
      return { [pick(random, texts)]: inner(definition.valueType) }
    case 'pipe':
      return inner(definition.in)
    default:
      return pick(random, texts)
  }
}

/** Replaces or removes a random part of a value, in place. */
export function damage(value: unknown, { random }: Hostility): void {
  let place = value
  for (;;) {
    if (typeof place !== 'object' || place === null) return
    const keys = Object.keys(place)
    const key = pick(random, keys)
    if (key === undefined) return
    const held = (place as Record<string, unknown>)[key]
    if (typeof held !== 'object' || held === null || random() < 0.4) {
      ;(place as Record<string, unknown>)[key] = pick(random, wrongs)()
      return
    }
    place = held
  }
}
