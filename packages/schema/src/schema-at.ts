/** Finds what a schema says of the value under a name: bounds and lengths for the field that edits it; safe in a browser. */
import { z } from 'zod'
import { type FormValues, valueAt } from './form.ts'

/** What a field may hold. */
export interface FieldBounds {
  readonly min: number | null
  readonly max: number | null
  /** null where it may be empty. */
  readonly minLength: number | null
  readonly maxLength: number | null
}

/** Bounds of a value that may be anything. */
export const openBounds: FieldBounds = { min: null, max: null, minLength: null, maxLength: null }

/** The schemas of the value under a name: several where a union's options hold it; empty where none does. */
export function schemasAt(schema: z.core.$ZodType, name: string): z.core.$ZodType[] {
  const [key = '', ...rest] = name.split('.')
  return optionsOf(schema).flatMap(option => {
    const inner = option instanceof z.ZodObject ? option.shape[key] : undefined
    if (inner === undefined) return []
    return rest.length === 0 ? [inner] : schemasAt(inner, rest.join('.'))
  })
}

/** Bounds of the value under a name, those of the union's option that `values` holds. */
export function boundsAt(schema: z.core.$ZodType, name: string, values: FormValues): FieldBounds {
  const [first, ...more] = schemasAt(schema, name)
  if (first === undefined) return openBounds
  const value = valueAt(values, name)
  const fitting = more.length === 0 ? first : [first, ...more].find(each => z.safeParse(each, value).success)
  return boundsOf(fitting ?? first)
}

function boundsOf(schema: z.core.$ZodType): FieldBounds {
  const [inner] = optionsOf(schema)
  if (inner instanceof z.ZodNumber) return { ...openBounds, min: inner.minValue, max: inner.maxValue }
  if (inner instanceof z.ZodString)
    return { ...openBounds, minLength: inner.minLength, maxLength: inner.maxLength }
  return openBounds
}

/** The options of unions, without what only adds defaults. */
function optionsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return optionsOf(schema.def.innerType)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return optionsOf(schema.def.innerType)
  }
  return schema instanceof z.ZodUnion ? schema.def.options.flatMap(optionsOf) : [schema]
}
