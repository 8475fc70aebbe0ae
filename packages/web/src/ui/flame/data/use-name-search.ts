/** The names of a tree that fit an expression, as the search field and the diagram show them. */
import { type FoundNames, searchPattern } from '@pone/profiles/views/search.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { NameSearch, type SearchAnswer } from './name-search.ts'

export interface NameSearchState {
  /** null: nothing is searched, the expression is refused, or the first answer is not there yet. */
  readonly found: FoundNames | null
  readonly problem: 'badPattern' | 'tooSlow' | null
}

/** What was found before stays until the next answer. */
export function useNameSearch(names: readonly string[], text: string): NameSearchState {
  const pattern = useMemo(() => (text === '' ? null : searchPattern(text)), [text])
  const search = useRef<NameSearch>(undefined)
  const [answer, setAnswer] = useState<{ names: readonly string[]; is: SearchAnswer } | null>(null)
  useEffect(() => {
    const made = new NameSearch(names)
    search.current = made
    return () => made.close()
  }, [names])
  useEffect(() => {
    if (pattern !== null) search.current?.find(pattern, is => setAnswer({ names, is }))
  }, [pattern, names])
  if (text === '') return { found: null, problem: null }
  if (pattern === null) return { found: null, problem: 'badPattern' }
  // Numbers of names of another tree mean nothing here.
  if (answer === null || answer.names !== names) return { found: null, problem: null }
  return answer.is === 'tooSlow' ? { found: null, problem: 'tooSlow' } : { found: answer.is, problem: null }
}
