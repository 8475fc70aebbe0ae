/** Moves the query of a pasted address into separate fields; pure. */

import { queryPairs } from '@pone/recording/http/query-pairs.ts'
import type { NameValue } from '@pone/schema/template.ts'

/** Inserting more characters at once than this counts as a paste. */
const minPastedLength = 9

/** The address without its query, and the query's fields; null unless several characters were inserted at once (a paste) and the address has a query. */
export function splitQuery(before: string, after: string): { url: string; query: NameValue[] } | null {
  const isPaste = after.length - before.length >= minPastedLength
  if (!isPaste || before.includes('?') || !/^(https?:\/\/|\/)/.test(after)) return null
  const [url = '', text = ''] = /^([^?]*)\?([^#]*)/.exec(after)?.slice(1) ?? []
  const query = queryPairs(text)
  return query.length === 0 ? null : { url, query }
}
