/** The type of a message's content. */

/** Of a header Content-Type: without its parameters, in lower case. */
export const mimeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
