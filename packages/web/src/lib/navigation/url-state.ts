/** State that belongs into the address, so that a link or a reload shows the same: filters, paging, chosen tabs. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

type UrlValue = string | number | boolean
/** Literal defaults become the general type of their kind. */
type Widened<T> = { [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : T[K] }

/** Values of a query string; what is missing or of another kind is the default. */
export function readUrl<T extends Record<string, UrlValue>>(query: URLSearchParams, defaults: T): Widened<T> {
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = query.get(name)
    if (text === null) return [name, fallback] as const
    if (typeof fallback === 'number')
      return [name, Number.isFinite(Number(text)) ? Number(text) : fallback] as const
    if (typeof fallback === 'boolean') return [name, text === 'true'] as const
    return [name, text] as const
  })
  return Object.fromEntries(entries) as Widened<T>
}

/** The query string with changed values; defaults are left out, parameters of others are kept. */
export function writeUrl<T extends Record<string, UrlValue>>(
  query: URLSearchParams,
  defaults: T,
  changes: Partial<Widened<T>>,
): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === defaults[name]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Values in the address and a setter that replaces the history entry. `defaults` must be a constant. */
export function useUrlState<T extends Record<string, UrlValue>>(
  defaults: T,
): [Widened<T>, (changes: Partial<Widened<T>>) => void] {
  const [query, setQuery] = useSearchParams()
  const values = useMemo(() => readUrl(query, defaults), [query, defaults])
  const change = useCallback(
    (changes: Partial<Widened<T>>) =>
      setQuery(before => writeUrl(before, defaults, changes), { replace: true }),
    [setQuery, defaults],
  )
  return [values, change]
}
