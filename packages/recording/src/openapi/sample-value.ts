/** A value that a JSON Schema allows: its example, default or first choice, else one of its type. */
import type { LeftList } from '../model/left.ts'
import { type Fields, fieldsOf } from './openapi-schema.ts'
import type { DescriptionReferences } from './references.ts'

/** Values of one sample. */
const maxValues = 2_000
/** Schemas inside schemas. */
const maxDepth = 30
const maxTextLength = 1_000

const textsByFormat: Readonly<Record<string, string | undefined>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  byte: 'AA==',
}

interface Place {
  readonly place: string
  readonly references: DescriptionReferences
  readonly left: LeftList
}

/** What the schema itself names as a value, from its example to its only choice; undefined if it names none. */
export function givenValue(schema: Fields): unknown {
  const { example, examples, default: standard, const: only, enum: choices } = schema
  if (example !== undefined) return example
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  if (standard !== undefined) return standard
  if (only !== undefined) return only
  return Array.isArray(choices) ? choices.find(choice => choice !== null) : undefined
}

/** undefined where no value can be made, as of a schema that contains itself. */
export function sampleOf(schema: unknown, place: Place): unknown {
  return new Sampler(place).sample(schema, [])
}

class Sampler {
  readonly #place: Place
  #count = 0

  constructor(place: Place) {
    this.#place = place
  }

  /** @param around the schemas that this one is a part of */
  sample(value: unknown, around: readonly unknown[]): unknown {
    const { place, left } = this.#place
    if (around.length >= maxDepth || around.includes(value)) return undefined
    this.#count += 1
    if (this.#count > maxValues) {
      left.add(place, 'sampleCut', { limit: maxValues })
      return undefined
    }
    const inside = [...around, value]
    // A reference is another object each time, so what it leads to is remembered as well.
    const resolved = this.#place.references.resolved(value)
    if (resolved !== value && around.includes(resolved)) return undefined
    if (resolved !== value) inside.push(resolved)
    return this.#valueOf(fieldsOf(resolved), inside)
  }

  #valueOf(schema: Fields, inside: readonly unknown[]): unknown {
    const given = givenValue(schema)
    if (given !== undefined) return given
    const { allOf, oneOf, anyOf, properties, items, type } = schema
    if (Array.isArray(allOf))
      return this.#together([...(allOf as unknown[]), without(schema, 'allOf')], inside)
    const [first] = [oneOf, anyOf].flatMap(each => (Array.isArray(each) ? [this.#firstOf(each)] : []))
    if (first !== undefined) {
      const rest = without(without(schema, 'oneOf'), 'anyOf')
      return properties === undefined ? this.sample(first, inside) : this.#together([first, rest], inside)
    }
    const kind = Array.isArray(type) ? type.find(each => each !== 'null') : type
    if (kind === 'object' || (kind === undefined && properties !== undefined))
      return this.#objectOf(schema, inside)
    if (kind === 'array' || (kind === undefined && items !== undefined)) return this.#arrayOf(schema, inside)
    return plainValue(kind, schema)
  }

  /** The first of several schemas that is not null alone. */
  #firstOf(choices: readonly unknown[]): unknown {
    return choices.find(choice => fieldsOf(choice)['type'] !== 'null')
  }

  /** The fields of several schemas in one object; the last value if they are no objects. */
  #together(parts: readonly unknown[], inside: readonly unknown[]): unknown {
    let made: unknown
    for (const part of parts) {
      const value = Object.keys(fieldsOf(part)).length === 0 ? undefined : this.sample(part, inside)
      if (value === undefined || value === null) continue
      const isObject = typeof value === 'object' && !Array.isArray(value)
      if (isObject) made = { ...fieldsOf(made), ...value }
      else made ??= value
    }
    return made
  }

  #objectOf({ properties, additionalProperties }: Fields, inside: readonly unknown[]): Fields {
    const made: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(fieldsOf(properties))) {
      if (fieldsOf(this.#place.references.resolved(property))['readOnly'] === true) continue
      const value = this.sample(property, inside)
      if (value !== undefined) made[name] = value
    }
    const others = fieldsOf(additionalProperties)
    if (Object.keys(made).length === 0 && Object.keys(others).length > 0) {
      const value = this.sample(others, inside)
      if (value !== undefined) made['name'] = value
    }
    return made
  }

  #arrayOf({ items, minItems }: Fields, inside: readonly unknown[]): unknown[] {
    const count = typeof minItems === 'number' ? Math.min(Math.max(1, minItems), maxValues) : 1
    const value = this.sample(items ?? {}, inside)
    return value === undefined ? [] : Array.from({ length: count }, () => value)
  }
}

const without = (schema: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name && key !== '$ref'))

function plainValue(kind: unknown, schema: Fields): unknown {
  switch (kind) {
    case 'integer':
    case 'number':
      return numberOf(schema, kind === 'integer')
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return textOf(schema)
    default:
      return undefined
  }
}

/** The smallest number within the bounds that is near 1. */
function numberOf({ minimum, maximum, exclusiveMinimum, multipleOf }: Fields, isInteger: boolean): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : null
  const least = above ?? (typeof minimum === 'number' ? minimum : 1)
  let value = Math.ceil(least / step) * step
  if (value === least && (above !== null || exclusiveMinimum === true)) value += step
  if (typeof maximum !== 'number' || value <= maximum) return value
  return isInteger ? Math.floor(maximum) : maximum
}

function textOf({ format, minLength, maxLength }: Fields): string {
  const byFormat = typeof format === 'string' ? textsByFormat[format] : undefined
  if (byFormat !== undefined) return byFormat
  const least = typeof minLength === 'number' ? Math.min(minLength, maxTextLength) : 0
  const text = 'text'.padEnd(least, 'x')
  return typeof maxLength === 'number' ? text.slice(0, Math.max(0, maxLength)) : text
}
