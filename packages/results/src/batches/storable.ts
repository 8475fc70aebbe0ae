/** Makes texts that a target sent fit for PostgreSQL, which takes neither NUL nor half a surrogate pair: a strange answer must not stop the storing of a run. */

/** The text with what cannot be stored replaced by the replacement character. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** JSON of a value whose texts are made storable. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) => (typeof field === 'string' ? storableText(field) : field))
