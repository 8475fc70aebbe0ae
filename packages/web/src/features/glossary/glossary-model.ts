/** Which terms of the glossary a search finds. */
import { glossary } from '@pone/contract/glossary/glossary.ts'
import type { Term, TermArea } from '@pone/contract/glossary/term.ts'

export interface TermGroup {
  readonly area: TermArea
  readonly terms: readonly Term[]
}

/** Groups with the terms that hold every word of the search in either language, also among the words of other tools; groups without one are left out. */
export function findTerms(search: string): readonly TermGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (Object.keys(glossary) as TermArea[])
    .map(area => ({
      area,
      terms: glossary[area].filter(term => words.every(word => textOf(term).includes(word))),
    }))
    .filter(({ terms }) => terms.length > 0)
}

const textOf = ({ zh, en, meaning, not }: Term): string =>
  [zh, en, meaning.zh, meaning.en, ...(not?.zh ?? []), ...(not?.en ?? [])].join('\n').toLowerCase()

/** The term that the hash of an address names. */
export const termOfHash = (hash: string): string | null =>
  hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null
