/** The values of a form that edits a plain object, with the bounds of its schema. */
import { type FormValues, valueAt, withValue } from '@pone/schema/form.ts'
import { boundsAt } from '@pone/schema/schema-at.ts'
import type { z } from 'zod'
import type { FormSource } from './form-host.ts'

interface ObjectForm {
  readonly values: object
  readonly schema: z.core.$ZodType
  /** Prefix of field names in the paths of problems, e.g. `settings.`. */
  readonly prefix: string
  readonly onChange: (values: FormValues, typedInto?: string) => void
}

export function objectSource({ values, schema, prefix, onChange }: ObjectForm): FormSource {
  const held: FormValues = { ...values }
  return {
    values: held,
    read: name => valueAt(held, name),
    write: (changes, typedInto) =>
      onChange(
        Object.entries(changes).reduce((all, [name, value]) => withValue(all, name, value), held),
        typedInto,
      ),
    bounds: field => boundsAt(schema, field.name, held),
    pathOf: name => `${prefix}${name}`,
  }
}
