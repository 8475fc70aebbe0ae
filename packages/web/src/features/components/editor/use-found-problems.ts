/** The problems of the component that the editor shows. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useMemo } from 'react'
import { useKnownFiles } from '../parameters/use-known-files.ts'
import { type FieldProblem, findProblems } from '../problems/problems.ts'

/**
 * @param settled the document as a deferred value: the check may be one render behind typing
 * @param faults failures of the last standalone execution
 */
export function useFoundProblems(settled: ComponentDocument, faults: readonly FieldProblem[]) {
  const known = useKnownFiles(settled)
  const problems = useMemo(() => {
    const found = [...findProblems(settled, known), ...faults]
    // The empty step tree itself shows that there are no steps yet.
    return settled.steps.length === 0 ? found.filter(problem => problem.path !== 'steps') : found
  }, [settled, known, faults])
  return { problems, known }
}
