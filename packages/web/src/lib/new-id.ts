/** Ids made in the browser, for parts of documents. */

/** A fresh id; made without randomUUID, which browsers refuse on addresses that are neither https nor local. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
