/** Headers of a message as an exchange keeps them; pure. */

type Headers = readonly (readonly [name: string, value: string])[]

/** Empty without one. */
export const contentTypeOf = (headers: Headers): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
