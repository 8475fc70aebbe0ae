/** Where steps go when they are added, indented or outdented; pure. */
import { isGroup, type Step } from '@pone/plan/steps/registry.ts'
import { findStep, type Place, pathTo, topmostSteps } from './step-tree.ts'

/** Where a new step is added, relative to the selected one; `next`: into an open group, else after the step. */
export type AddWhere = 'next' | 'before' | 'after' | 'inside'

const end: Place = { target: null, where: 'into' }

/** Where new or pasted steps go: into the selected open group, else after the selected step, else at the end. */
export function placeForNew(
  steps: readonly Step[],
  selection: readonly string[],
  folded: ReadonlySet<string> = new Set(),
): Place {
  const id = selection.at(-1)
  const step = id === undefined ? undefined : findStep(steps, id)
  if (!step) return end
  return { target: step.id, where: isGroup(step) && !folded.has(step.id) ? 'into' : 'after' }
}

/** Where a step is added by a command that names the place; `inside` a step that holds none means after it. */
export function placeToAdd(
  steps: readonly Step[],
  selection: readonly string[],
  { where, folded }: { readonly where: AddWhere; readonly folded: ReadonlySet<string> },
): Place {
  if (where === 'next') return placeForNew(steps, selection, folded)
  if (where === 'inside') return placeForNew(steps, selection)
  const chosen = topmostSteps(steps, selection)
  const step = where === 'before' ? chosen[0] : chosen.at(-1)
  return step ? { target: step.id, where } : end
}

/** To the end of the group right before the chosen steps; null if there is none. */
export function indentPlace(steps: readonly Step[], ids: readonly string[]): Place | null {
  const [first] = topmostSteps(steps, ids)
  if (!first) return null
  const siblings = siblingsOf(steps, first.id)
  const before = siblings.slice(0, siblings.indexOf(first)).findLast(step => !ids.includes(step.id))
  return before && isGroup(before) ? { target: before.id, where: 'into' } : null
}

/** After the group that holds the last of the chosen steps; null at the top level. */
export function outdentPlace(steps: readonly Step[], ids: readonly string[]): Place | null {
  const last = topmostSteps(steps, ids).at(-1)
  const parent = last && pathTo(steps, last.id).at(-2)
  return parent ? { target: parent.id, where: 'after' } : null
}

function siblingsOf(steps: readonly Step[], id: string): readonly Step[] {
  const parent = pathTo(steps, id).at(-2)
  return parent && isGroup(parent) ? parent.children : steps
}
