/** Inputs of calls that change something stored: a field that is left out keeps what is stored. */
import { z } from 'zod'

type Kept<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDefault<infer Inner> ? z.ZodOptional<Inner> : S[K]
}

/** The object with its defaults taken away: a field that had one may be left out and is then undefined. */
export function keepingOmitted<S extends z.ZodRawShape>(object: z.ZodObject<S>): z.ZodObject<Kept<S>> {
  const fields = Object.entries(object.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? z.optional(field.def.innerType) : field,
  ])
  return z.object(Object.fromEntries(fields) as Kept<S>)
}

/** What is stored, changed by the fields that are given. */
export function changedBy<T extends object>(
  stored: T,
  given: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...stored, ...(Object.fromEntries(stated) as Partial<T>) }
}
