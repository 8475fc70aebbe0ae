/** Ids generated in the browser, for parts of documents. */

/** A new id; generated without randomUUID, which browsers provide only on https and localhost. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
