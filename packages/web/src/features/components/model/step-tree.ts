/** Pure operations on a component's tree of steps, used by the editor model; unchanged subtrees keep their identity. */
import { definitionOf, isGroup, type Step } from '@pone/plan/steps/registry.ts'

/** Where steps are put: relative to the step `target`, or with target null at the end of the whole tree. */
export interface Place {
  readonly target: string | null
  readonly where: 'into' | 'before' | 'after'
}

/** A step with its position in the tree; `depth` counts from 0. */
interface PlacedStep {
  readonly step: Step
  readonly depth: number
  readonly parentId: string | null
  readonly index: number
  /** The step and all its parents are enabled. */
  readonly isActive: boolean
}

/** Every step in document order; children of `collapsed` groups are omitted. */
export function flattenSteps(
  steps: readonly Step[],
  collapsed: ReadonlySet<string> = new Set(),
): PlacedStep[] {
  const placed: PlacedStep[] = []
  const visit = (siblings: readonly Step[], depth: number, parentId: string | null, isActive: boolean) => {
    siblings.forEach((step, index) => {
      const active = isActive && step.enabled
      placed.push({ step, depth, parentId, index, isActive: active })
      if (isGroup(step) && !collapsed.has(step.id)) visit(step.children, depth + 1, step.id, active)
    })
  }
  visit(steps, 0, null, true)
  return placed
}

/** The steps from the top of the tree down to `id`, which is the last; empty if it does not exist. */
export function pathTo(steps: readonly Step[], id: string): Step[] {
  for (const step of steps) {
    if (step.id === id) return [step]
    if (!isGroup(step)) continue
    const below = pathTo(step.children, id)
    if (below.length > 0) return [step, ...below]
  }
  return []
}

export function findStep(steps: readonly Step[], id: string): Step | undefined {
  return pathTo(steps, id).at(-1)
}

export function countSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + 1 + (isGroup(step) ? countSteps(step.children) : 0), 0)
}

/** The chosen steps in document order, without those below another chosen one. */
export function topmostSteps(steps: readonly Step[], ids: readonly string[]): Step[] {
  const chosen = new Set(ids)
  return steps.flatMap(step => {
    if (chosen.has(step.id)) return [step]
    return isGroup(step) ? topmostSteps(step.children, ids) : []
  })
}

/** Applies `change` to every list of siblings, deepest first; unchanged lists keep their identity. */
function mapSiblings(
  steps: Step[],
  parentId: string | null,
  change: (list: Step[], parentId: string | null) => Step[],
): Step[] {
  let isChanged = false
  const mapped = steps.map(step => {
    if (!isGroup(step)) return step
    const children = mapSiblings(step.children, step.id, change)
    if (children === step.children) return step
    isChanged = true
    return { ...step, children }
  })
  return change(isChanged ? mapped : steps, parentId)
}

export function removeSteps(steps: Step[], ids: readonly string[]): Step[] {
  const gone = new Set(ids)
  return mapSiblings(steps, null, list =>
    list.some(step => gone.has(step.id)) ? list.filter(step => !gone.has(step.id)) : list,
  )
}

/** Replaces the named steps by the results of `change`. */
export function updateSteps(steps: Step[], ids: readonly string[], change: (step: Step) => Step): Step[] {
  const chosen = new Set(ids)
  return mapSiblings(steps, null, list => {
    if (!list.some(step => chosen.has(step.id))) return list
    const changed = list.map(step => (chosen.has(step.id) ? change(step) : step))
    return changed.some((step, index) => step !== list[index]) ? changed : list
  })
}

/** Inserts steps at a place; if the place does not exist, or the target cannot contain steps, the tree is unchanged. */
export function insertSteps(steps: Step[], added: readonly Step[], place: Place): Step[] {
  if (added.length === 0) return steps
  const { target, where } = place
  if (target === null) return [...steps, ...added]
  if (where === 'into')
    return updateSteps(steps, [target], step =>
      isGroup(step) ? { ...step, children: [...step.children, ...added] } : step,
    )
  return mapSiblings(steps, null, list => {
    const index = list.findIndex(step => step.id === target)
    return index < 0 ? list : list.toSpliced(where === 'before' ? index : index + 1, 0, ...added)
  })
}

/** Whether the steps may be moved there: the place exists, can contain steps, and is not among or below the moved steps. */
export function canMove(steps: readonly Step[], ids: readonly string[], place: Place): boolean {
  if (ids.length === 0) return false
  if (place.target === null) return true
  const path = pathTo(steps, place.target)
  const target = path.at(-1)
  if (!target || path.some(step => ids.includes(step.id))) return false
  return place.where !== 'into' || isGroup(target)
}

/** Moves the chosen steps, kept in document order; an invalid move leaves the tree unchanged. */
export function moveSteps(steps: Step[], ids: readonly string[], place: Place): Step[] {
  if (!canMove(steps, ids, place)) return steps
  const moved = topmostSteps(steps, ids)
  return insertSteps(removeSteps(steps, ids), moved, place)
}

/** Deep copies in which all steps, checkpoints and extractors have new ids. */
export function withFreshIds(steps: readonly Step[], newId: () => string): Step[] {
  return steps.map(step => {
    if (!isGroup(step)) return withFreshEntries({ ...structuredClone(step), id: newId() }, newId)
    const children = withFreshIds(step.children, newId)
    return { ...step, ...fieldsByIds(step, idsOf(step.children, children)), id: newId(), children }
  })
}

/** Entries of the step's own lists, such as checkpoints, get new ids as well. */
function withFreshEntries<S extends Step>(step: S, newId: () => string): S {
  const lists = Object.entries(step).filter(([, value]) => Array.isArray(value))
  const fresh = lists.map(([key, list]) => [
    key,
    list.map((entry: object) => ('id' in entry ? { ...entry, id: newId() } : entry)),
  ])
  return { ...step, ...Object.fromEntries(fresh) }
}

/** Fields of a step that refer to its children, changed to their new ids. */
const fieldsByIds = (step: Step, newIds: ReadonlyMap<string, string>): object =>
  definitionOf(step.kind).underNewIds?.(step, newIds) ?? {}

const idsOf = (originals: readonly Step[], copies: readonly Step[]): ReadonlyMap<string, string> =>
  new Map(originals.map((original, index) => [original.id, copies[index]?.id ?? original.id]))

/** Inserts copies of steps right after the last of them; a copy below a weighted step gets the weight of its original. */
export function duplicateSteps(
  steps: Step[],
  ids: readonly string[],
  newId: () => string,
): { readonly steps: Step[]; readonly copies: readonly Step[] } {
  const chosen = topmostSteps(steps, ids)
  const last = chosen.at(-1)
  if (last === undefined) return { steps, copies: [] }
  const copies = withFreshIds(chosen, newId)
  const parentId = flattenSteps(steps).find(({ step }) => step.id === last.id)?.parentId ?? null
  const weighed =
    parentId === null
      ? steps
      : updateSteps(steps, [parentId], parent => withCopies(parent, idsOf(chosen, copies)))
  return { steps: insertSteps(weighed, copies, { target: last.id, where: 'after' }), copies }
}

/** The step with its settings for the original children (e.g. weights) repeated for their copies. */
const withCopies = (step: Step, newIds: ReadonlyMap<string, string>): Step => {
  const changed = definitionOf(step.kind).withCopiesOf?.(step, newIds)
  return changed === undefined ? step : { ...step, ...changed }
}

/** Puts the chosen steps into `wrapper`, which takes the place of the first of them, and its weight below a weighted step. */
export function wrapSteps(steps: Step[], ids: readonly string[], wrapper: Step): Step[] {
  const chosen = topmostSteps(steps, ids)
  const [first] = chosen
  if (first === undefined || !isGroup(wrapper)) return steps
  const parent = pathTo(steps, first.id).at(-2)
  const newIds = new Map([[first.id, wrapper.id]])
  const weighed = parent ? updateSteps(steps, [parent.id], step => withCopies(step, newIds)) : steps
  const placed = insertSteps(weighed, [wrapper], { target: first.id, where: 'before' })
  return insertSteps(removeSteps(placed, ids), chosen, { target: wrapper.id, where: 'into' })
}
