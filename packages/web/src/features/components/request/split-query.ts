/** Takes the query out of an address that was pasted whole, into fields of its own. */
import type { NameValue } from '@pone/schema/template.ts'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The address without its query, and the query's fields; null unless several characters came at once (a paste) and hold a query. */
export function splitQuery(before: string, after: string): { url: string; query: NameValue[] } | null {
  const isPaste = after.length - before.length > 8
  const cut = after.indexOf('?')
  if (!isPaste || cut < 0 || before.includes('?') || !/^(https?:\/\/|\/)/.test(after)) return null
  const text = after.slice(cut + 1).split('#')[0] ?? ''
  const query = text
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const at = pair.indexOf('=')
      return {
        name: decoded(at < 0 ? pair : pair.slice(0, at)),
        value: at < 0 ? '' : decoded(pair.slice(at + 1)),
        enabled: true,
      }
    })
  return query.length === 0 ? null : { url: after.slice(0, cut), query }
}
