/** Names and values of a URL-encoded query or form body; pure. */
import type { NameValue } from '@pone/schema/template.ts'

/** Pairs of `a=1&b=%20`, decoded; a part that is not well encoded stays as it is. */
export const queryPairs = (encoded: string): NameValue[] =>
  encoded
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name: decoded(name), value: decoded(value.join('=')), enabled: true }
    })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
