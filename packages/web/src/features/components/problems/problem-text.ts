/** The text of a problem in the present language. */
import { useSession } from '../../../lib/session/session.ts'
import type { FieldProblem } from './problems.ts'

export function useProblemText(): (problem: FieldProblem) => string {
  const language = useSession('language')
  return problem => problem.text[language]
}
