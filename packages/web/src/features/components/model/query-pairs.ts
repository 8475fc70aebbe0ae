/** Names and values of a URL-encoded query or form body; pure. */
import type { NameValue } from '@pone/schema/template.ts'
import { decodedUrl } from '../../../lib/decoded-url.ts'

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
