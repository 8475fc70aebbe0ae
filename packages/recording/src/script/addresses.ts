/** Addresses of requests in scripts, which may refer to variables as `{{name}}`. */
import type { Pair } from '../model/recording.ts'

/** Names and values as a query has them; references are no text to encode. */
export const encodedQuery = (pairs: readonly Pair[]): string =>
  pairs.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')

const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join('')

/** Host of an address with the values of its variables; empty if it has none. */
export function hostOf(address: string, variables: readonly Pair[]): string {
  const resolved = address.replaceAll(
    /\{\{([^{}]+)\}\}/g,
    (whole, name: string) => variables.find(variable => variable.name === name)?.value ?? whole,
  )
  return URL.parse(resolved)?.host ?? ''
}
