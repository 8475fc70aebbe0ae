/** The rules of a catalogue tree, pure: allowed kinds, depth, order, and names. */
import { AppError } from '@pone/contract/errors.ts'
import { maxTreeDepth } from '@pone/schema/limits.ts'

/** The fields of a node that the rules need. */
export interface TreeNode {
  readonly id: string
  readonly parent_id: string | null
  readonly kind: string
  readonly name: string
  readonly position: number
}

/** Which kinds of children each kind of node may have. */
export type AllowedChildren = Readonly<Record<string, readonly string[]>>

/** Parents before children, siblings by position. */
export function inTreeOrder<T extends TreeNode>(nodes: readonly T[]): T[] {
  const byParent = Map.groupBy(nodes, node => node.parent_id)
  const ordered: T[] = []
  const visit = (parentId: string | null): void => {
    const siblings = (byParent.get(parentId) ?? []).toSorted((a, b) => a.position - b.position)
    for (const node of siblings) {
      ordered.push(node)
      visit(node.id)
    }
  }
  visit(null)
  return ordered
}

/** The node and everything below it. */
export function subtreeOf<T extends TreeNode>(nodes: readonly T[], id: string): T[] {
  const byParent = Map.groupBy(nodes, node => node.parent_id)
  const collected: T[] = []
  const visit = (node: T): void => {
    collected.push(node)
    for (const child of byParent.get(node.id) ?? []) visit(child)
  }
  const start = nodes.find(node => node.id === id)
  if (start) visit(start)
  return collected
}

/** Ids of the nodes without an ancestor in the list: moving or copying those includes the others. */
export function topmost(nodes: readonly TreeNode[], ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  const parentOf = new Map(nodes.map(node => [node.id, node.parent_id]))
  const hasChosenAncestor = (id: string): boolean => {
    for (let at = parentOf.get(id) ?? null; at; at = parentOf.get(at) ?? null) if (chosen.has(at)) return true
    return false
  }
  return [...chosen].filter(id => !hasChosenAncestor(id))
}

/** Levels below and including the node. */
function heightOf(nodes: readonly TreeNode[], id: string): number {
  const children = nodes.filter(node => node.parent_id === id)
  return 1 + Math.max(0, ...children.map(child => heightOf(nodes, child.id)))
}

function depthOf(nodes: readonly TreeNode[], id: string): number {
  const parentOf = new Map(nodes.map(node => [node.id, node.parent_id]))
  let depth = 0
  for (let at: string | null = id; at; at = parentOf.get(at) ?? null) depth += 1
  return depth
}

/** @throws AppError LeafHasNoChildren, TreeTooDeep */
export function assertPlace(
  nodes: readonly TreeNode[],
  allowed: AllowedChildren,
  place: { parent: TreeNode; kind: string; height?: number },
): void {
  if (!(allowed[place.parent.kind] ?? []).includes(place.kind)) throw new AppError('LeafHasNoChildren')
  if (depthOf(nodes, place.parent.id) + (place.height ?? 1) > maxTreeDepth)
    throw new AppError('TreeTooDeep', { limit: maxTreeDepth })
}

/** @throws AppError RootFixed, MoveIntoSelf, LeafHasNoChildren, TreeTooDeep */
export function assertTransfer(
  nodes: readonly TreeNode[],
  allowed: AllowedChildren,
  transfer: { node: TreeNode; parent: TreeNode; isMove: boolean },
): void {
  const { node, parent } = transfer
  if (node.parent_id === null) throw new AppError('RootFixed')
  if (transfer.isMove && subtreeOf(nodes, node.id).some(below => below.id === parent.id))
    throw new AppError('MoveIntoSelf')
  assertPlace(nodes, allowed, { parent, kind: node.kind, height: heightOf(nodes, node.id) })
}

/** The siblings' ids in their new order: `moved` before `beforeId`, or at the end. */
export function orderWith(
  siblings: readonly string[],
  moved: readonly string[],
  beforeId: string | null,
): string[] {
  const rest = siblings.filter(id => !moved.includes(id))
  const found = beforeId === null ? -1 : rest.indexOf(beforeId)
  const at = found < 0 ? rest.length : found
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}
