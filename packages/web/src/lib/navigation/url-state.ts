/** State stored in the address, so that a link or a reload shows the same: filters, paging, selected tabs. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

type UrlValue = string | number | boolean
/** Widens the literal types of defaults to their general type. */
type Widened<T> = { [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : T[K] }

/** Values of a query string; missing values and those of another type are replaced by the default. */
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

/** The query string with changed values; defaults are left out, other parameters are kept. */
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
