/** Searches exchanges one after the other, in slices of time, so that the page stays responsive. */
import type { Language } from '../../../lib/i18n.ts'
import type { TextRange } from '../../../ui/found-text.tsx'
import type { ExchangeRow } from '../exchange/debug-model.ts'
import type { Matches } from '../exchange/search-pattern.ts'
import { type Place, placedTexts, type SearchScope } from '../exchange/search-places.ts'

/** Hits that are listed; further ones are only counted. */
export const maxListedHits = 1_000
/** After so many ms other work of the page gets its turn. */
const sliceMs = 8

export interface Hit {
  readonly row: ExchangeRow
  readonly place: Place
  /** The text at the place, and the match in it. */
  readonly text: string
  readonly range: TextRange
}

interface RowHits {
  readonly count: number
  readonly hits: readonly Hit[]
}

/** The hits in exchanges that were searched before, for the same search. */
export type FoundRows = WeakMap<ExchangeRow, RowHits>

export interface SearchResult {
  /** In the order of the exchanges, at most `maxListedHits`. */
  readonly hits: readonly Hit[]
  /** Of all hits. */
  readonly count: number
  /** Exchanges with hits. */
  readonly exchangeCount: number
}

export const noResult: SearchResult = { hits: [], count: 0, exchangeCount: 0 }

/** Finds the matches in each of the texts. @param room how many positions are wanted */
export type Matcher = (texts: readonly string[], room: number) => Matches[] | Promise<Matches[]>

interface Search {
  readonly rows: readonly ExchangeRow[]
  readonly scope: SearchScope
  readonly language: Language
  readonly matcher: Matcher
  readonly found: FoundRows
  readonly signal: AbortSignal
  /** Called between slices with what has been found so far. */
  readonly onProgress: (result: SearchResult) => void
}

/** Resolves to all hits; when the signal aborts, to those found before. @throws what the matcher throws */
export async function searchExchanges({ rows, signal, onProgress, ...how }: Search): Promise<SearchResult> {
  let [count, exchangeCount] = [0, 0]
  const hits: Hit[] = []
  const result = (): SearchResult => ({ hits: hits.slice(), count, exchangeCount })
  let until = performance.now() + sliceMs
  for (const row of rows) {
    // One after the other, so that a new search can end this one.
    // oxlint-disable-next-line no-await-in-loop
    const found = how.found.get(row) ?? (await hitsOf(row, how))
    if (signal.aborted) break
    how.found.set(row, found)
    count += found.count
    exchangeCount += found.count > 0 ? 1 : 0
    hits.push(...found.hits.slice(0, maxListedHits - hits.length))
    if (performance.now() < until) continue
    onProgress(result())
    // oxlint-disable-next-line no-await-in-loop
    await otherWork()
    if (signal.aborted) break
    until = performance.now() + sliceMs
  }
  return result()
}

async function hitsOf(
  row: ExchangeRow,
  { scope, language, matcher }: Pick<Search, 'scope' | 'language' | 'matcher'>,
): Promise<RowHits> {
  const placed = placedTexts(row.exchange, scope, language)
  const matches = await matcher(
    placed.map(({ text }) => text),
    maxListedHits,
  )
  const hits = placed.flatMap(({ text, ...place }, index) =>
    (matches[index]?.ranges ?? []).map(range => ({ row, place, text, range })),
  )
  return {
    count: matches.reduce((sum, { count }) => sum + count, 0),
    hits: hits.slice(0, maxListedHits),
  }
}

/** Lets the page handle input and draw. */
const otherWork = () => new Promise<void>(resolve => setTimeout(resolve))
