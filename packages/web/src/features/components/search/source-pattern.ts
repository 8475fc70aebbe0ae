/** The forms in which a value of a request may stand in the response that it comes from; pure. */

import { decodedUrl } from '@pone/schema/decoded-url.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { escaped, maxWantedLength, type SearchOptions } from '../exchange/search-pattern.ts'

/** Shorter values are found everywhere. */
const minLength = 2

/** What to search responses for; null if the value is masked, too short or too long. */
export function sourceSearch(value: string): SearchOptions | null {
  const text = withoutScheme(value.trim())
  if (text.length < minLength || text.includes(secretMask)) return null
  const forms = new Set([text, decodedUrl(text), jsonEscaped(decodedUrl(text))])
  const isRegularExpression = forms.size > 1
  const search = isRegularExpression ? [...forms].map(escaped).join('|') : text
  return search.length > maxWantedLength ? null : { text: search, isCaseSensitive: true, isRegularExpression }
}

/** `Bearer abc` → `abc`. */
const withoutScheme = (value: string): string => /^(?:Bearer|Token|Basic)\s+(\S+)$/i.exec(value)?.[1] ?? value

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)
