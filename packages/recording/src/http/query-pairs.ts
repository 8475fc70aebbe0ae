/** Names and values of a URL-encoded query or form body; pure. */
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import type { NameValue } from '@pone/schema/template.ts'

/** Pairs of `a=1&b=%20`, decoded; a part with invalid encoding is left unchanged. */
export const queryPairs = (encoded: string): NameValue[] =>
  encoded
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name: decoded(name), value: decoded(value.join('=')), enabled: true }
    })

/** A blank is written as a plus sign in a query. */
const decoded = (text: string): string => decodedUrl(text.replaceAll('+', ' '))

/** Whether pairs of it, encoded again, mean the same: every part has a name and a value in valid UTF-8. */
export const isPairs = (encoded: string): boolean =>
  encoded.split('&').every(pair => {
    try {
      return /^[^=]+=/.test(pair) && decodeURIComponent(pair) !== ''
    } catch {
      return false
    }
  })
