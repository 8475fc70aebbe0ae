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

/** The nodes of a tree by id and by parent, so that the rules need no search per node. */
export interface TreeIndex<T extends TreeNode> {
  readonly byId: ReadonlyMap<string, T>
  /** Children by position; the root is the child of null. */
  readonly childrenOf: (parentId: string | null) => readonly T[]
}

export function indexTree<T extends TreeNode>(nodes: readonly T[]): TreeIndex<T> {
  const byParent = Map.groupBy(nodes, node => node.parent_id)
  for (const siblings of byParent.values()) siblings.sort((a, b) => a.position - b.position)
  return {
    byId: new Map(nodes.map(node => [node.id, node])),
    childrenOf: parentId => byParent.get(parentId) ?? [],
  }
}

/** Parents before children, siblings by position. */
export function inTreeOrder<T extends TreeNode>(nodes: readonly T[]): T[] {
  const { childrenOf } = indexTree(nodes)
  const ordered: T[] = []
  const visit = (parentId: string | null): void => {
    for (const node of childrenOf(parentId)) {
      ordered.push(node)
      visit(node.id)
    }
  }
  visit(null)
  return ordered
}

/** The node and everything below it. */
export function subtreeOf<T extends TreeNode>({ byId, childrenOf }: TreeIndex<T>, id: string): T[] {
  const collected: T[] = []
  const visit = (node: T): void => {
    collected.push(node)
    for (const child of childrenOf(node.id)) visit(child)
  }
  const start = byId.get(id)
  if (start) visit(start)
  return collected
}

/** Ids from a node's parent up to the root. */
function ancestorsOf({ byId }: TreeIndex<TreeNode>, id: string): string[] {
  const found: string[] = []
  for (let at = byId.get(id)?.parent_id ?? null; at !== null; at = byId.get(at)?.parent_id ?? null)
    found.push(at)
  return found
}

/** Ids of the nodes without an ancestor in the list: moving or copying those includes the others. */
export function topmost(tree: TreeIndex<TreeNode>, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return [...chosen].filter(id => !ancestorsOf(tree, id).some(above => chosen.has(above)))
}

/** Levels below and including the node. */
const heightOf = (tree: TreeIndex<TreeNode>, id: string): number =>
  tree.childrenOf(id).reduce((height, child) => Math.max(height, 1 + heightOf(tree, child.id)), 1)

/** Levels above and including the node. */
const depthOf = (tree: TreeIndex<TreeNode>, id: string): number => 1 + ancestorsOf(tree, id).length

/** @throws AppError LeafHasNoChildren, TreeTooDeep */
export function assertPlace(
  tree: TreeIndex<TreeNode>,
  allowed: AllowedChildren,
  place: { parent: TreeNode; kind: string; height?: number },
): void {
  if (!(allowed[place.parent.kind] ?? []).includes(place.kind)) throw new AppError('LeafHasNoChildren')
  if (depthOf(tree, place.parent.id) + (place.height ?? 1) > maxTreeDepth)
    throw new AppError('TreeTooDeep', { limit: maxTreeDepth })
}

/** @throws AppError RootFixed, MoveIntoSelf, LeafHasNoChildren, TreeTooDeep */
export function assertTransfer(
  tree: TreeIndex<TreeNode>,
  allowed: AllowedChildren,
  transfer: { node: TreeNode; parent: TreeNode; isMove: boolean },
): void {
  const { node, parent } = transfer
  if (node.parent_id === null) throw new AppError('RootFixed')
  if (transfer.isMove && [parent.id, ...ancestorsOf(tree, parent.id)].includes(node.id))
    throw new AppError('MoveIntoSelf')
  assertPlace(tree, allowed, { parent, kind: node.kind, height: heightOf(tree, node.id) })
}

/**
 * Positions that put `moved` before the sibling `beforeId`, or at the end. Contains the moved nodes and, where their
 * places are taken, the fewest siblings above or below that have to make room.
 * @param staying the siblings that are not moved, by position
 */
export function positionsFor(
  staying: readonly Pick<TreeNode, 'id' | 'position'>[],
  moved: readonly string[],
  beforeId: string | null,
): ReadonlyMap<string, number> {
  const found = staying.findIndex(node => node.id === beforeId)
  const at = found < 0 ? staying.length : found
  const [above, below] = [staying.slice(0, at), staying.slice(at)]
  const first = below[0]?.position ?? (above.at(-1)?.position ?? -1) + moved.length + 1
  const last = above.at(-1)?.position ?? first - moved.length - 1
  const down = shifted(last, 1, { moved, siblings: below })
  const up = shifted(first, -1, { moved: moved.toReversed(), siblings: above.toReversed() })
  return down.size <= up.size ? down : up
}

/** Positions from the one after `start` in the direction `by`: the moved nodes, then siblings as long as they are in the way. */
function shifted(
  start: number,
  by: -1 | 1,
  nodes: {
    readonly moved: readonly string[]
    readonly siblings: readonly Pick<TreeNode, 'id' | 'position'>[]
  },
): Map<string, number> {
  const positions = new Map<string, number>()
  let taken = start
  const put = (id: string) => {
    taken += by
    positions.set(id, taken)
  }
  nodes.moved.forEach(put)
  for (const { id, position } of nodes.siblings) {
    if ((position - taken) * by > 0) break
    put(id)
  }
  return positions
}

/** The position after the last child. */
export const nextPosition = (children: readonly Pick<TreeNode, 'position'>[]): number =>
  (children.at(-1)?.position ?? -1) + 1
