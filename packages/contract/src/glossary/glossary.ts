/** The glossary: every term with its one name in each language. The glossary page shows it, `scripts/check-words.ts` enforces it. */
import { designTerms } from './design-terms.ts'
import { loadTerms } from './load-terms.ts'
import { environmentTerms, monitoringTerms, organisationTerms } from './place-terms.ts'
import { resultTerms } from './result-terms.ts'
import type { Term, TermArea } from './term.ts'

/** In the order of the page. */
export const glossary: Readonly<Record<TermArea, readonly Term[]>> = {
  design: designTerms,
  load: loadTerms,
  results: resultTerms,
  environment: environmentTerms,
  monitoring: monitoringTerms,
  organisation: organisationTerms,
}

export const allTerms: readonly Term[] = Object.values(glossary).flat()
