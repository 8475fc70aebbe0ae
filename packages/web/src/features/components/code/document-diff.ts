/** What differs between two versions of a component, step by step; pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { isGroup } from '@pone/plan/steps/registry.ts'
import { isSame } from '../model/same-value.ts'
import { flattenSteps } from '../model/step-tree.ts'
import type { ProblemArea } from '../problems/problems.ts'

interface DocumentDiff {
  /** Steps that only `theirs` has. */
  readonly onlyTheirs: readonly Step[]
  readonly onlyMine: readonly Step[]
  /** Steps that both have with different contents, as in `mine`. */
  readonly changed: readonly Step[]
  /** The order or nesting of common steps differs. */
  readonly isReordered: boolean
  /** Other parts that differ. */
  readonly parts: readonly Exclude<ProblemArea, 'steps'>[]
}

const parts = ['threadGroup', 'parameters', 'variables', 'settings'] as const

/** The step without what is below it. */
function ownOf(step: Step): Step {
  return isGroup(step) ? { ...step, children: [] } : step
}

export function diffDocuments(theirs: ComponentDocument, mine: ComponentDocument): DocumentDiff {
  const theirRows = flattenSteps(theirs.steps)
  const myRows = flattenSteps(mine.steps)
  const theirSteps = new Map(theirRows.map(row => [row.step.id, row.step]))
  const mySteps = new Map(myRows.map(row => [row.step.id, row.step]))
  const shape = (rows: typeof myRows, common: ReadonlyMap<string, Step>) =>
    rows.filter(row => common.has(row.step.id)).map(row => `${row.depth} ${row.step.id}`)
  return {
    onlyTheirs: theirRows.map(row => row.step).filter(step => !mySteps.has(step.id)),
    onlyMine: myRows.map(row => row.step).filter(step => !theirSteps.has(step.id)),
    changed: myRows
      .map(row => row.step)
      .filter(step => {
        const other = theirSteps.get(step.id)
        return other !== undefined && !isSame(ownOf(step), ownOf(other))
      }),
    isReordered: !isSame(shape(theirRows, mySteps), shape(myRows, theirSteps)),
    parts: parts.filter(part => !isSame(theirs[part], mine[part])),
  }
}
