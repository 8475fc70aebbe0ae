/** The rows that a catalogue tree shows, and where nodes dragged over a row are dropped; pure. */
import type { DropMark } from '../editor/use-row-drag.ts'
import { type DropPlace, placeOfDrop, type Tree, type TreeNode } from './tree-model.ts'

export interface TreeRow<N extends TreeNode> {
  readonly node: N
  /** Level, from 0. */
  readonly depth: number
  /** Position among the shown siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
}

/** Rows from the top: those below expanded nodes, or with `shown` (a search) exactly these nodes. */
export function treeRows<N extends TreeNode>(
  { childrenOf }: Tree<N>,
  isExpanded: (id: string) => boolean,
  shown: ReadonlySet<string> | null,
): readonly TreeRow<N>[] {
  const rows: TreeRow<N>[] = []
  const visit = (parentId: string | null, depth: number): void => {
    const all = childrenOf.get(parentId) ?? []
    const nodes = shown === null ? all : all.filter(node => shown.has(node.id))
    nodes.forEach((node, at) => {
      rows.push({ node, depth, position: at + 1, siblings: nodes.length })
      if (isExpanded(node.id)) visit(node.id, depth + 1)
    })
  }
  visit(null, 0)
  return rows
}

/** Share of a folder's height at its edges, within which nodes are dropped before or after it instead of into it. */
const folderEdge01 = 0.28

interface DropTarget<N extends TreeNode> {
  readonly node: N
  /** Level of the row, from 0. */
  readonly depth: number
  readonly holdsChildren: boolean
  readonly isExpanded: boolean
  /** Height of the pointer over the row, 0 to 1 from its top. */
  readonly height01: number
}

/** Where nodes are dropped over a row; the lower edge of an expanded folder is the place before its first child. */
export function dropOver<N extends TreeNode>(
  tree: Tree<N>,
  { node, depth, holdsChildren, isExpanded, height01 }: DropTarget<N>,
): { readonly mark: DropMark; readonly place: DropPlace | null } {
  const edge01 = node.parentId === null ? 0 : holdsChildren ? folderEdge01 : 0.5
  const kind = height01 < edge01 ? 'before' : height01 > 1 - edge01 || !holdsChildren ? 'after' : 'into'
  const first = isExpanded && kind === 'after' ? tree.childrenOf.get(node.id)?.[0] : undefined
  if (first !== undefined)
    return { mark: { kind, depth: depth + 1 }, place: { parentId: node.id, beforeId: first.id } }
  return { mark: { kind, depth }, place: placeOfDrop(tree, node, kind) }
}
