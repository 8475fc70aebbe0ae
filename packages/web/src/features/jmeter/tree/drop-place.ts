/** Where dragged elements would be inserted; pure. */
import type { TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { Drop } from '../../../ui/editor/use-row-drag.ts'
import { canMoveInto } from '../plan/plan-edits.ts'

/** Shares of a row's height, from its top: above the first the elements are dropped before the row, below the second after it, else into it. */
const beforeUntil01 = 0.28
const afterFrom01 = 0.72

/** null if the chosen elements are not permitted there. @param at the row under the pointer, and the pointer's position within its height */
export function dropPlace(
  plan: JmxPlan,
  selection: readonly string[],
  { key, height01 }: { readonly key: string; readonly height01: number },
): Drop<TreePlace> | null {
  const node = plan.nodes.get(key)
  if (node === undefined) return null
  const mark = height01 < beforeUntil01 ? 'before' : height01 > afterFrom01 ? 'after' : 'into'
  if (mark === 'into')
    return canMoveInto(plan, selection, node)
      ? { key, mark, place: { parentKey: key, index: node.children.length } }
      : null
  const parent = node.parentKey === null ? undefined : plan.nodes.get(node.parentKey)
  if (parent === undefined || !canMoveInto(plan, selection, parent)) return null
  const index = parent.children.indexOf(node) + (mark === 'after' ? 1 : 0)
  return { key, mark, place: { parentKey: parent.key, index } }
}
