/** The form codec of the wire, both directions: a top-level field whose schema is a string goes raw, any other as JSON text. */
import { z } from 'zod'
import { encodeFields, type FormFields } from './form-fields.ts'

const isTransform = (schema: z.core.$ZodType): boolean =>
  (schema as z.core.$ZodTypes)._zod.def.type === 'transform'

const isStringSchema = (schema: z.core.$ZodType): boolean => {
  const definition = (schema as z.core.$ZodTypes)._zod.def
  switch (definition.type) {
    case 'string':
    case 'template_literal':
      return true
    case 'enum':
      return Object.values(definition.entries).every(value => typeof value === 'string')
    case 'literal':
      return definition.values.every(value => typeof value === 'string')
    case 'union':
      return definition.options.every(isStringSchema)
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return isStringSchema(definition.innerType)
    case 'pipe':
      return isStringSchema(isTransform(definition.in) ? definition.out : definition.in)
    default:
      return false
  }
}

/** Names of the fields of an input that travel as raw text; every other field is JSON text. A nullable string is JSON text. */
export function rawFields(input: z.ZodType): ReadonlySet<string> {
  if (!(input instanceof z.ZodObject)) return new Set()
  return new Set(
    Object.entries<z.core.$ZodType>(input.shape)
      .filter(([, schema]) => isStringSchema(schema))
      .map(([name]) => name),
  )
}

/** Which fields a call has, and how each travels. */
export function formFieldsOf(input: z.ZodType): FormFields {
  if (!(input instanceof z.ZodObject)) return null
  const raw = rawFields(input)
  return { raw: [...raw], json: Object.keys(input.shape).filter(name => !raw.has(name)) }
}

/** @see encodeFields */
export const encodeForm = (input: z.ZodType, value: object): [name: string, text: string][] =>
  encodeFields(formFieldsOf(input), value)

/** The value that a form body stands for, not validated; text that is no JSON stays text, so that validation can point at its field. */
export function decodeForm(
  input: z.ZodType,
  fields: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const raw = rawFields(input)
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, raw.has(name) ? text : parseOrKeep(text)]),
  )
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
