/** Where dragged elements would be inserted; pure. */
import type { TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { depthAt } from '../../../ui/editor/row-frame.tsx'
import type { Drop, RowPoint } from '../../../ui/editor/use-row-drag.ts'
import { canMoveInto } from '../plan/plan-edits.ts'

/** Shares of a row's height, from its top: above the first the elements are dropped before the row, below the second after it, else into it. */
const beforeUntil01 = 0.28
const afterFrom01 = 0.72

/** Indentation of a level in the element tree. */
export const elementIndentPx = 16

interface DropTree {
  readonly plan: JmxPlan
  /** Keys of the shown rows, from the top. */
  readonly keys: readonly string[]
  readonly selection: readonly string[]
}

/**
 * Where the chosen elements are moved when dropped at this point; below the last child of an element the position of the
 * pointer decides how many elements they leave. Null over the chosen elements themselves.
 */
export function dropPlace({ plan, keys, selection }: DropTree, point: RowPoint): Drop<TreePlace> | null {
  const { key, height01, xPx } = point
  const node = plan.nodes.get(key)
  if (node === undefined || selection.includes(key)) return null
  const kind = height01 < beforeUntil01 ? 'before' : height01 > afterFrom01 ? 'after' : 'into'
  const path = pathOf(plan, node)
  const next = plan.nodes.get(keys[keys.indexOf(key) + 1] ?? '')
  const drop = (depth: number, parent: JmxNode | undefined, index: number): Drop<TreePlace> =>
    parent !== undefined && canMoveInto(plan, selection, parent)
      ? { key, mark: { kind, depth }, place: { parentKey: parent.key, index } }
      : { key, mark: { kind: 'forbidden', depth }, place: null }
  const depth = path.length - 1
  if (kind === 'into') return drop(depth, node, node.children.length)
  if (kind === 'before') return drop(depth, path[depth - 1], path[depth - 1]?.children.indexOf(node) ?? 0)
  // Below an open element is above its first child.
  if (next?.parentKey === key) return drop(depth + 1, node, 0)
  const nextDepth = next === undefined ? 0 : pathOf(plan, next).length - 1
  const level = Math.min(depth, Math.max(nextDepth, depthAt(xPx, elementIndentPx)))
  const [parent, beside] = [path[level - 1], path[level]]
  return drop(level, parent, beside === undefined ? 0 : (parent?.children.indexOf(beside) ?? 0) + 1)
}

/** From the root down to the node. */
function pathOf(plan: JmxPlan, node: JmxNode): readonly JmxNode[] {
  const parent = plan.nodes.get(node.parentKey ?? '')
  return parent === undefined ? [node] : [...pathOf(plan, parent), node]
}
