/** Operations on catalogue trees: searching, rules of moving and pasting; pure, and fast for 10,000 nodes. */

export interface TreeNode {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

/** The nodes of a tree with the indexes that its operations need. */
export interface Tree<N extends TreeNode> {
  /** In the given order. */
  readonly nodes: readonly N[]
  readonly byId: ReadonlyMap<string, N>
  /** Children in the order of the list, by parent; nodes without a known parent are those of null. */
  readonly childrenOf: ReadonlyMap<string | null, readonly N[]>
}

export function indexTree<N extends TreeNode>(nodes: readonly N[]): Tree<N> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parentOf = ({ parentId }: N) => (parentId !== null && byId.has(parentId) ? parentId : null)
  return { nodes, byId, childrenOf: Map.groupBy(nodes, parentOf) }
}

/** Ids from a node's parent up to its root. */
export function ancestorsOf({ byId }: Pick<Tree<TreeNode>, 'byId'>, id: string): readonly string[] {
  const found = new Set<string>()
  let parent = byId.get(id)?.parentId ?? null
  while (parent !== null && byId.has(parent) && !found.has(parent)) {
    found.add(parent)
    parent = byId.get(parent)?.parentId ?? null
  }
  return [...found]
}

/** Ids of the nodes whose name contains the text, and of their ancestors; null without a search. */
export function searchTree(
  tree: Tree<TreeNode>,
  search: string,
): { readonly shown: ReadonlySet<string>; readonly hits: readonly string[] } | null {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return null
  const hits = tree.nodes.filter(node => node.name.toLowerCase().includes(wanted)).map(node => node.id)
  const shown = new Set<string>()
  for (const hit of hits)
    for (let at = tree.byId.get(hit); at !== undefined && !shown.has(at.id); ) {
      shown.add(at.id)
      at = at.parentId === null ? undefined : tree.byId.get(at.parentId)
    }
  return { shown, hits }
}

/** Only the topmost of the selected nodes: everything below them is included anyway. */
export function topmost(tree: Tree<TreeNode>, ids: readonly string[]): readonly string[] {
  const chosen = new Set(ids)
  return ids.filter(id => !ancestorsOf(tree, id).some(ancestor => chosen.has(ancestor)))
}

/** Whether nodes may be moved under a parent: not into themselves, not into a leaf. */
export function canPutInto(
  tree: Tree<TreeNode>,
  ids: readonly string[],
  parentId: string,
  holdsChildren: (parentId: string) => boolean,
): boolean {
  const around = new Set([parentId, ...ancestorsOf(tree, parentId)])
  return holdsChildren(parentId) && !ids.some(id => around.has(id))
}

/** The dragged nodes: all selected nodes if the dragged one is among them. */
export const draggedIds = (id: string, selection: readonly string[]): readonly string[] =>
  selection.includes(id) ? selection : [id]

/** Where nodes are moved: `into` a node, or before or after it among its siblings. */
export interface DropPlace {
  readonly parentId: string
  /** The sibling before which they are inserted; null for the end. */
  readonly beforeId: string | null
}

/** Parent and next sibling of a drop; null beside a root. */
export function placeOfDrop(
  tree: Tree<TreeNode>,
  target: TreeNode,
  where: 'into' | 'before' | 'after',
): DropPlace | null {
  if (where === 'into') return { parentId: target.id, beforeId: null }
  const { parentId } = target
  if (parentId === null) return null
  if (where === 'before') return { parentId, beforeId: target.id }
  const siblings = tree.childrenOf.get(parentId) ?? []
  return { parentId, beforeId: siblings[siblings.indexOf(target) + 1]?.id ?? null }
}

/** Where siblings are moved by one place up or down; null at the edge, and for nodes of different parents. */
export function shiftedPlace(tree: Tree<TreeNode>, ids: readonly string[], by: -1 | 1): DropPlace | null {
  const parents = new Set(ids.map(id => tree.byId.get(id)?.parentId))
  const [parentId] = parents
  if (parents.size !== 1 || typeof parentId !== 'string') return null
  const siblings = tree.childrenOf.get(parentId) ?? []
  const chosen = new Set(ids)
  const isChosen = (node: TreeNode) => chosen.has(node.id)
  const edge = by < 0 ? siblings.findIndex(isChosen) : siblings.findLastIndex(isChosen)
  const passed = siblings[edge + by]
  if (passed === undefined) return null
  return { parentId, beforeId: by < 0 ? passed.id : (siblings[edge + 2]?.id ?? null) }
}
