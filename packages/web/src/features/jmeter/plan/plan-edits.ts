/** Where the chosen elements are put when they are moved, pasted, wrapped or removed; pure. */
import { mayMoveBelow } from '@pone/jmeter/elements/registry.ts'
import { insertXml, moveNodes, type TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { topNodes } from '@pone/jmeter/jmx/fragment.ts'
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { Edited } from '@pone/jmeter/jmx/splice.ts'
import { fragmentFits } from './element-facts.ts'

/** A selection of all elements means all except the test plan itself, which cannot be changed. */
export function chosenNodes(plan: JmxPlan, selection: readonly string[]): JmxNode[] {
  const below = selection.filter(key => plan.nodes.get(key)?.parentKey !== null)
  return topNodes(plan, below.length > 0 ? below : selection)
}

/** The selection after these are removed: the sibling after the last of them, else the one before the first, else their parent. */
export function besideRemoved(plan: JmxPlan, removed: readonly JmxNode[]): string[] {
  const [first] = removed
  const last = removed.at(-1)
  const beside = (node: JmxNode | undefined, by: number) => {
    const siblings = plan.nodes.get(node?.parentKey ?? '')?.children ?? []
    return node === undefined ? undefined : siblings[siblings.indexOf(node) + by]
  }
  const next = beside(last, 1) ?? beside(first, -1)
  const key = next === undefined || removed.includes(next) ? first?.parentKey : next.key
  return key === undefined || key === null ? [] : [key]
}

export function indexOf(plan: JmxPlan, node: JmxNode): number {
  const siblings = node.parentKey === null ? plan.roots : (plan.nodes.get(node.parentKey)?.children ?? [])
  return siblings.indexOf(node)
}

/** Below the element if permitted, else after it or after one of its ancestors; null if not permitted anywhere. */
export function placeForPaste(plan: JmxPlan, at: JmxNode | undefined, text: string): TreePlace | null {
  const start = at ?? plan.roots[0]
  if (start !== undefined && fragmentFits(text, start))
    return { parentKey: start.key, index: start.children.length }
  for (let node = start; node !== undefined && node.parentKey !== null; ) {
    const parent = plan.nodes.get(node.parentKey)
    if (parent !== undefined && fragmentFits(text, parent))
      return { parentKey: parent.key, index: indexOf(plan, node) + 1 }
    node = parent
  }
  return null
}

/** Whether all of these elements may be children of the parent. */
export function canMoveInto(plan: JmxPlan, keys: readonly string[], parent: JmxNode): boolean {
  const nodes = topNodes(plan, keys)
  return nodes.length > 0 && nodes.every(node => node.parentKey !== null && mayMoveBelow(plan, node, parent))
}

/** One position up or down among the siblings; null if they are at the start already. */
export function shiftedPlace(plan: JmxPlan, nodes: readonly JmxNode[], by: -1 | 1): TreePlace | null {
  const [first] = nodes
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return null
  const index = by < 0 ? indexOf(plan, first) - 1 : indexOf(plan, last) + 2
  return index < 0 ? null : { parentKey: first.parentKey, index }
}

/** To the end of the element right before these; null if it may not hold them. */
export function indentPlace(plan: JmxPlan, nodes: readonly JmxNode[]): TreePlace | null {
  const [first] = nodes
  if (first === undefined) return null
  const siblings = plan.nodes.get(first.parentKey ?? '')?.children ?? []
  const before = siblings.slice(0, siblings.indexOf(first)).findLast(node => !nodes.includes(node))
  const keys = nodes.map(node => node.key)
  return before !== undefined && canMoveInto(plan, keys, before)
    ? { parentKey: before.key, index: before.children.length }
    : null
}

/** After their parent; null if its own parent may not hold them. */
export function outdentPlace(plan: JmxPlan, nodes: readonly JmxNode[]): TreePlace | null {
  const parent = plan.nodes.get(nodes.at(-1)?.parentKey ?? '')
  const above = plan.nodes.get(parent?.parentKey ?? '')
  const keys = nodes.map(node => node.key)
  return parent !== undefined && above !== undefined && canMoveInto(plan, keys, above)
    ? { parentKey: above.key, index: indexOf(plan, parent) + 1 }
    : null
}

/** Replaces the first of the nodes by a new element, and moves all of them below it. */
export function wrapping(plan: JmxPlan, nodes: readonly JmxNode[], xml: string): (now: JmxPlan) => Edited {
  const [first] = nodes
  const place = { parentKey: first?.parentKey ?? null, index: first === undefined ? 0 : indexOf(plan, first) }
  const keys = nodes.map(node => node.key)
  return now => {
    const made = insertXml(now, place, xml)
    const key = made.ok ? made.created[0] : undefined
    if (!made.ok || key === undefined) return made
    const moved = moveNodes(made.plan, keys, { parentKey: key, index: 0 })
    return moved.ok ? { ...moved, created: made.created } : moved
  }
}
