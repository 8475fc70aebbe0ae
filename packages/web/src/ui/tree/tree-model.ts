/** Operations on catalogue trees: building, searching, rules of moving and pasting; pure. */
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'

export interface TreeNode {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

export interface Branch<N extends TreeNode> {
  readonly node: N
  readonly children: readonly Branch<N>[]
}

/** The tree of a flat list; siblings keep the order of the list, nodes without a known parent become roots. */
export function buildTree<N extends TreeNode>(nodes: readonly N[]): readonly Branch<N>[] {
  const ids = new Set(nodes.map(node => node.id))
  const childrenOf = new Map<string | null, N[]>()
  for (const node of nodes) {
    const parent = node.parentId !== null && ids.has(node.parentId) ? node.parentId : null
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), node])
  }
  const branches = (parent: string | null): readonly Branch<N>[] =>
    (childrenOf.get(parent) ?? []).map(node => ({ node, children: branches(node.id) }))
  return branches(null)
}

/** Ids from a node's parent up to its root. */
export function ancestorsOf(nodes: readonly TreeNode[], id: string): readonly string[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const found: string[] = []
  let parent = byId.get(id)?.parentId ?? null
  while (parent !== null && byId.has(parent) && !found.includes(parent)) {
    found.push(parent)
    parent = byId.get(parent)?.parentId ?? null
  }
  return found
}

/** The node itself and everything below it. */
export function withDescendants(nodes: readonly TreeNode[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  let size = 0
  while (size !== found.size) {
    size = found.size
    for (const node of nodes) if (node.parentId !== null && found.has(node.parentId)) found.add(node.id)
  }
  return found
}

/** Nodes whose name contains the text, with their ancestors; null without a search. */
export function searchTree<N extends TreeNode>(
  nodes: readonly N[],
  search: string,
): { readonly shown: readonly N[]; readonly hits: ReadonlySet<string> } | null {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return null
  const hits = new Set(nodes.filter(node => node.name.toLowerCase().includes(wanted)).map(node => node.id))
  const kept = new Set([...hits].flatMap(id => [id, ...ancestorsOf(nodes, id)]))
  return { shown: nodes.filter(node => kept.has(node.id)), hits }
}

/** Only the topmost of the selected nodes: everything below them is included anyway. */
export function topmost(nodes: readonly TreeNode[], ids: readonly string[]): readonly string[] {
  const chosen = new Set(ids)
  return ids.filter(id => !ancestorsOf(nodes, id).some(ancestor => chosen.has(ancestor)))
}

/** Whether nodes may be moved under a parent: not into themselves, not into a leaf. */
export function canPutInto(
  nodes: readonly TreeNode[],
  ids: readonly string[],
  parentId: string,
  holdsChildren: (parentId: string) => boolean,
): boolean {
  return holdsChildren(parentId) && !ids.some(id => withDescendants(nodes, id).has(parentId))
}

/** The first of `base`, `base 2`, `base 3` … that no sibling has. */
export function freeSiblingName(
  nodes: readonly Pick<TreeNode, 'parentId' | 'name'>[],
  parentId: string,
  base: string,
): string {
  const taken = new Set(nodes.filter(node => node.parentId === parentId).map(node => node.name))
  return freeName(base, name => taken.has(name), { maxLength: maxNameLength })
}

/** The dragged nodes: all selected nodes if the dragged one is among them. */
export const draggedIds = (id: string, selection: readonly string[]): readonly string[] =>
  selection.includes(id) ? selection : [id]

/** Where dropped nodes are moved: `into` a node, or before or after it among its siblings. */
export interface DropPlace {
  readonly parentId: string
  /** The sibling before which they are inserted; null for the end. */
  readonly beforeId: string | null
}

/** Parent and next sibling of a drop; null beside a root. */
export function placeOfDrop(
  nodes: readonly TreeNode[],
  target: TreeNode,
  where: 'into' | 'before' | 'after',
): DropPlace | null {
  if (where === 'into') return { parentId: target.id, beforeId: null }
  const { parentId } = target
  if (parentId === null) return null
  if (where === 'before') return { parentId, beforeId: target.id }
  const siblings = nodes.filter(node => node.parentId === parentId)
  const next = siblings[siblings.findIndex(node => node.id === target.id) + 1]
  return { parentId, beforeId: next?.id ?? null }
}
