/** The search over the requests and responses of an execution: what is searched for, what was found, and the hit that is shown. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Language } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { DebugRun, ExchangeRow } from '../exchange/debug-model.ts'
import { type Pattern, patternOf, type SearchOptions } from '../exchange/search-pattern.ts'
import type { SearchScope } from '../exchange/search-places.ts'
import { PatternTooSlow, plainMatcher, workerMatcher } from './matchers.ts'
import { type FoundRows, type Hit, noResult, type SearchResult, searchExchanges } from './search-exchanges.ts'
import { sourceSearch } from './source-pattern.ts'

export interface SearchQuery extends SearchOptions {
  readonly scope: SearchScope
}

/** `bad`: no valid regular expression; `slow`: one that did not end in time. */
export type SearchState = 'empty' | 'searching' | 'done' | 'bad' | 'slow'

export interface ExchangeSearch {
  readonly query: SearchQuery
  readonly change: (changes: Partial<SearchQuery>) => void
  /** Null without a valid text to search for. */
  readonly pattern: Pattern | null
  readonly result: SearchResult
  readonly state: SearchState
  /** Index of the shown hit; -1 = none. */
  readonly current: number
  readonly shown: Hit | undefined
  readonly choose: (index: number) => void
  /** Shows the next or previous hit, the first one after the last. */
  readonly step: (by: 1 | -1) => void
  /** Shows the first response that contains a value of a request; false if the value cannot be searched for. */
  readonly findSource: (value: string) => boolean
}

const noQuery: SearchQuery = { text: '', isCaseSensitive: false, isRegularExpression: false, scope: 'all' }
const noRows: readonly ExchangeRow[] = []

/** A search that is going on or has ended. `of` tells what it searched for. */
interface Progress {
  readonly of: SearchQuery | null
  readonly result: SearchResult
  readonly state: SearchState
}

/** What was found in the exchanges by the search, which shows texts in this language. */
interface KnownRows {
  readonly query: SearchQuery
  readonly language: Language
  readonly found: FoundRows
}

export function useExchangeSearch(run: DebugRun | null): ExchangeSearch {
  const [query, setQuery] = useState(noQuery)
  const [current, setCurrent] = useState(-1)
  const pattern = useMemo(() => (query.text === '' ? null : patternOf(query)), [query])
  const { result, state } = useProgress(run?.exchanges ?? noRows, query, pattern)
  const { length } = result.hits
  const start = (next: SearchQuery, first: -1 | 0) => {
    setQuery(next)
    setCurrent(first)
  }
  return {
    query,
    pattern,
    result,
    state,
    current,
    shown: result.hits[current],
    change: changes => start({ ...query, ...changes }, -1),
    choose: setCurrent,
    step: by => {
      if (length > 0) setCurrent(current < 0 ? (by > 0 ? 0 : length - 1) : (current + by + length) % length)
    },
    findSource: value => {
      const search = sourceSearch(value)
      if (search !== null) start({ ...search, scope: 'responses' }, 0)
      return search !== null
    },
  }
}

function useProgress(rows: readonly ExchangeRow[], query: SearchQuery, pattern: Pattern | null): Progress {
  const language = useSession('language')
  const [progress, setProgress] = useState<Progress>({ of: null, result: noResult, state: 'empty' })
  // Exchanges that arrive later are searched without searching the others again.
  const known = useRef<KnownRows | null>(null)
  useEffect(() => {
    if (pattern === null) return
    if (known.current?.query !== query || known.current.language !== language)
      known.current = { query, language, found: new WeakMap() }
    const { found } = known.current
    const stopping = new AbortController()
    const { signal } = stopping
    const worker = query.isRegularExpression ? workerMatcher(pattern) : null
    const tell = (state: SearchState) => (result: SearchResult) => {
      if (!signal.aborted) setProgress({ of: query, result, state })
    }
    searchExchanges({
      rows,
      scope: query.scope,
      language,
      matcher: worker?.match ?? plainMatcher(pattern),
      found,
      signal,
      onProgress: tell('searching'),
    }).then(tell('done'), (error: unknown) => {
      if (!(error instanceof PatternTooSlow)) throw error
      tell('slow')(noResult)
    })
    return () => {
      stopping.abort()
      worker?.close()
    }
  }, [rows, query, pattern, language])
  if (query.text === '') return { of: query, result: noResult, state: 'empty' }
  if (pattern === null) return { of: query, result: noResult, state: 'bad' }
  return progress.of === query ? progress : { of: query, result: noResult, state: 'searching' }
}
