/** Finds fields that an input has and its schema does not: at any depth, so that a misspelled one is not silently ignored. */
import { z } from 'zod'

/**
 * Documents have versions of their own and may come from older or newer clients;
 * what they hold beyond their schema is dropped when they are read.
 */
const documentField = 'document'

export interface UnknownField {
  /** With its own name at the end. */
  readonly path: readonly (string | number)[]
  readonly name: string
}

export function unknownFields(schema: z.core.$ZodType, value: unknown): UnknownField[] {
  return [...below(schema, value, [])]
}

type Path = readonly (string | number)[]

function* below(schema: z.core.$ZodType, value: unknown, path: Path): Generator<UnknownField> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      yield* below(def.innerType, value, path)
      return
    case 'array':
      if (!Array.isArray(value)) return
      for (const [index, each] of value.entries()) yield* below(def.element, each, [...path, index])
      return
    case 'object':
      if (isObject(value)) yield* ofObject(def, value, path)
      return
    case 'record':
      if (!isObject(value)) return
      for (const [key, each] of Object.entries(value)) yield* below(def.valueType, each, [...path, key])
      return
    case 'union':
      yield* ofUnion(def, value, path)
  }
}

function* ofObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Generator<UnknownField> {
  for (const [name, each] of Object.entries(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field === undefined) {
      if (catchall === undefined) yield { path: [...path, name], name }
    } else if (name !== documentField) yield* below(field, each, [...path, name])
  }
}

/** Of the options that take the value, one without unknown fields, else the first. */
function* ofUnion(def: z.core.$ZodUnionDef, value: unknown, path: Path): Generator<UnknownField> {
  const fitting = def.options.filter(option => z.safeParse(option, value).success)
  const found = fitting.map(option => [...below(option, value, path)])
  if (found.every(fields => fields.length > 0)) yield* found[0] ?? []
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
