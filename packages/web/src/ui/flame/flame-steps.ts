/** Which frame the keyboard goes to from another one: caller, widest callee, neighbours. */
import type { FlameTree } from '@pone/profiles/views/layout.ts'

export type Step = 'out' | 'in' | 'before' | 'after'

/** -1 stands for all stacks; the same frame when there is none in that direction. */
export function stepFrom(tree: FlameTree, node: number, step: Step): number {
  if (step === 'out') return node < 0 ? -1 : (tree.parents[node] ?? -1)
  if (step === 'in') return widest(childrenOf(tree, node), tree) ?? node
  if (node < 0) return node
  const siblings = childrenOf(tree, tree.parents[node] ?? -1)
  const at = siblings.indexOf(node)
  return siblings[step === 'before' ? at - 1 : at + 1] ?? node
}

/** The frame that an address names; all stacks when the present filter leaves it out. */
export const rootIn = ({ totals }: Pick<FlameTree, 'totals'>, node: number): number =>
  (totals[node] ?? 0) > 0 ? node : -1

/** What a frame calls, in the order of the diagram. */
export function childrenOf(tree: FlameTree, node: number): number[] {
  const end = node < 0 ? tree.depth.length : (tree.ends[node] ?? 0)
  const children: number[] = []
  for (let child = node + 1; child < end; child = tree.ends[child] ?? end) children.push(child)
  return children
}

const widest = (nodes: readonly number[], { totals }: FlameTree): number | undefined =>
  nodes.reduce<number | undefined>(
    (best, node) => (best === undefined || (totals[node] ?? 0) > (totals[best] ?? 0) ? node : best),
    undefined,
  )
