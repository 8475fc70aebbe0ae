/** One labelled setting of a form in the component editor: label, control, help, and the problem found in it. */
import { type ReactNode, useId } from 'react'
import { useEditor } from '../context/editor-context.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'

interface FieldProps {
  /** The path that problems refer to: `threadGroup.threads`, or a step id and field joined by a colon. */
  readonly path?: string | undefined
  /** Where its problems are, if not at `path`. */
  readonly problemsOf?: string | undefined
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly children: ReactNode
}

export function Field({ path, problemsOf = path, label, help, children }: FieldProps) {
  const { problems } = useEditor()
  const labelId = useId()
  const found = problemsOf === undefined ? [] : problemsAt(problems, problemsOf)
  return (
    <div className="cd-field" data-field={path}>
      <div className="cd-field-label" id={labelId}>
        {label}
      </div>
      <div className="cd-field-control" role="group" aria-labelledby={labelId}>
        {children}
        <ProblemLines problems={found} />
        {help !== undefined && <div className="cd-help">{help}</div>}
      </div>
    </div>
  )
}
