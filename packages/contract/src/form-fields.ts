/** The fields of a form body, without the schemas they come from, so that a browser encodes calls whose schemas it has not loaded. */
import { uploadIdField } from './envelope.ts'

/** Which fields a call has: those that travel as raw text, and those that travel as JSON text; null takes any field, as JSON. */
export type FormFields = { readonly raw: readonly string[]; readonly json: readonly string[] } | null

/** Fields of a request body in the value's order; undefined fields and those that the call does not have are left out, but for the one that names an upload. */
export function encodeFields(fields: FormFields, value: object): [name: string, text: string][] {
  const isKnown = (name: string): boolean =>
    fields === null || fields.raw.includes(name) || fields.json.includes(name) || name === uploadIdField
  return Object.entries(value)
    .filter(([name, field]) => field !== undefined && isKnown(name))
    .map(([name, field]) => [
      name,
      fields?.raw.includes(name) && typeof field === 'string' ? field : JSON.stringify(field),
    ])
}
