/** Problems of a field, in red or amber below it; a text that names the run-time settings links to them. */

import { LinkedText } from '../../../ui/told-cause.tsx'
import { useProblemText } from './problem-text.ts'
import type { FieldProblem } from './problems.ts'

export function ProblemLines({ problems }: { readonly problems: readonly FieldProblem[] }) {
  const textOf = useProblemText()
  return problems.map(problem => (
    <div
      key={problem.key}
      className={`cd-problem-line${problem.severity === 'warning' ? ' is-warning' : ''}`}
      role={problem.severity === 'warning' ? 'status' : 'alert'}
    >
      <LinkedText text={textOf(problem)} />
    </div>
  ))
}
