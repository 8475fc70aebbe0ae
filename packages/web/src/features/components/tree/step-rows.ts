/** Which rows the step tree shows, and where dragged steps may be dropped; pure. */
import { isGroup, type Step } from '@pone/plan/steps/registry.ts'
import type { Language } from '../../../lib/i18n.ts'
import { depthAt } from '../../../ui/editor/row-frame.tsx'
import type { Drop, RowPoint } from '../../../ui/editor/use-row-drag.ts'
import { searchText, stepSummary } from '../model/step-summary.ts'
import { canMove, flattenSteps, type Place, pathTo } from '../model/step-tree.ts'
import type { FieldProblem } from '../problems/problems.ts'

type Row = ReturnType<typeof flattenSteps>[number]

export const holdsSteps = (step: Step | undefined): boolean => step !== undefined && isGroup(step)

/** Ids of the steps that match the search; null without a search. */
export function findSteps(steps: readonly Step[], search: string): readonly string[] | null {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return null
  return flattenSteps(steps).flatMap(({ step }) => (searchText(step).includes(wanted) ? [step.id] : []))
}

/** The rows that are not collapsed; during a search the matches and the groups around them. */
export function shownRows(
  steps: readonly Step[],
  folded: ReadonlySet<string>,
  hits: readonly string[] | null,
): readonly Row[] {
  if (hits === null) return flattenSteps(steps, folded)
  const shown = new Set(hits.flatMap(id => pathTo(steps, id).map(step => step.id)))
  return flattenSteps(steps).filter(row => shown.has(row.step.id))
}

/** Number of siblings by the id of their parent. */
export function siblingCounts(rows: readonly Row[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const row of rows) counts.set(row.parentId, Math.max(counts.get(row.parentId) ?? 0, row.index + 1))
  return counts
}

/** Heights of a row with the title alone and of one with a summary below it, CSS pixels; `.cd-step` draws them. */
const rowPx = { title: 32, summary: 43 }

export const rowHeights = (rows: readonly Row[], language: Language): readonly number[] =>
  rows.map(({ step }) => (stepSummary(step, language) === '' ? rowPx.title : rowPx.summary))

/** Ids of the steps with errors; warnings are not counted, and failures of the last execution have a mark of their own. */
export const wrongSteps = (problems: readonly FieldProblem[]): ReadonlySet<string> =>
  new Set(
    problems.flatMap(({ severity, stepId }) =>
      (severity === 'error' || severity === 'refused') && stepId !== null ? [stepId] : [],
    ),
  )

/** Share of a group's height at its edges, within which steps are dropped before or after it instead of into it. */
const groupEdge01 = 0.28

/** Indentation of a level in the step tree. */
export const stepIndentPx = 18

interface DropTree {
  readonly steps: readonly Step[]
  /** The shown rows. */
  readonly rows: readonly Row[]
  readonly chosen: readonly string[]
}

/**
 * Where the chosen steps are moved when dropped at this point: before or after a step, or into a group. Below the last step
 * of a group the position of the pointer decides how many groups they leave. Null over the chosen steps themselves.
 */
export function dropAt(
  { steps, rows, chosen }: DropTree,
  { key, height01, xPx }: RowPoint,
): Drop<Place> | null {
  if (chosen.includes(key)) return null
  const at = rows.findIndex(row => row.step.id === key)
  const row = rows[at]
  if (row === undefined) return null
  const next = rows[at + 1]
  const edge01 = isGroup(row.step) ? groupEdge01 : 0.5
  const kind = height01 < edge01 ? 'before' : height01 > 1 - edge01 ? 'after' : 'into'
  const drop = (depth: number, place: Place): Drop<Place> =>
    canMove(steps, chosen, place)
      ? { key, mark: { kind, depth }, place }
      : { key, mark: { kind: 'forbidden', depth }, place: null }
  if (kind !== 'after') return drop(row.depth, { target: key, where: kind })
  // Below an open group is above its first step.
  if (next !== undefined && next.depth > row.depth)
    return drop(next.depth, { target: next.step.id, where: 'before' })
  const depth = Math.min(row.depth, Math.max(next?.depth ?? 0, depthAt(xPx, stepIndentPx)))
  const target = pathTo(steps, key)[depth]
  return target === undefined ? null : drop(depth, { target: target.id, where: 'after' })
}
