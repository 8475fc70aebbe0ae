/** The problems of the component that the editor shows; they follow typing when there is time. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useMemo } from 'react'
import { useKnownFiles } from '../parameters/use-known-files.ts'
import { findProblems } from '../problems/problems.ts'

/** @param settled the document, as it is when there is time to check it */
export function useFoundProblems(settled: ComponentDocument) {
  const known = useKnownFiles(settled)
  const problems = useMemo(() => {
    const found = findProblems(settled, known)
    // That nothing is there yet, the empty step tree says itself.
    return settled.steps.length === 0 ? found.filter(problem => problem.path !== 'steps') : found
  }, [settled, known])
  return { problems, known }
}
