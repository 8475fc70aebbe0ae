/** The last standalone execution as the editor shows it at its steps and fields. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useMemo } from 'react'
import type { FieldProblem } from '../problems/problems.ts'
import { recordedFaults } from './recorded-faults.ts'
import { trialFaults } from './trial-faults.ts'
import { editedSince, type StepMark, type TrialResults, trialMarks } from './trial-marks.ts'

export interface Trial {
  /** By the id of the step. */
  readonly marks: ReadonlyMap<string, StepMark>
  /** Ids of the steps whose results are of an earlier version. */
  readonly edited: ReadonlySet<string>
  /** The component was changed since, or an execution of a newer version has not answered yet. */
  readonly isEarlier: boolean
  readonly faults: readonly FieldProblem[]
}

export const noTrial: Trial = { marks: new Map(), edited: new Set(), isEarlier: false, faults: [] }

/** @param document as it is edited now; may be one render behind typing */
export function useTrial(results: TrialResults | null, document: ComponentDocument): Trial {
  const ran = results?.ran ?? null
  const marks = useMemo(() => (results === null ? noTrial.marks : trialMarks(results)), [results])
  const edited = useMemo(() => (ran === null ? noTrial.edited : editedSince(ran, document)), [ran, document])
  const faults = useMemo(
    () =>
      results === null
        ? noTrial.faults
        : [
            ...trialFaults(results, document.steps, edited),
            ...recordedFaults(results, document.steps, edited),
          ],
    [results, document.steps, edited],
  )
  return useMemo(() => ({ marks, edited, isEarlier: edited.size > 0, faults }), [marks, edited, faults])
}

/** What the row of a step shows of it. */
export const resultOf = ({ marks, edited }: Trial, stepId: string) => ({
  mark: marks.get(stepId),
  isEdited: edited.has(stepId),
})
