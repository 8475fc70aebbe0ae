/** The copies of nodes and of everything below them, as they are inserted; pure but for the new ids. */
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import type { NodeCopy } from './catalogue.repository.ts'
import { nextPosition, subtreeOf, type TreeIndex, type TreeNode } from './tree-rules.ts'

interface Copying {
  /** None of them is below another one. */
  readonly originals: readonly TreeNode[]
  readonly parent: TreeNode
  readonly newId: () => string
}

/** The copies stand after the parent's children in the order of the originals, with free names. */
export function copiesOf(tree: TreeIndex<TreeNode>, { originals, parent, newId }: Copying): NodeCopy[] {
  const siblings = tree.childrenOf(parent.id)
  const taken = new Set(siblings.map(node => node.name))
  const firstPosition = nextPosition(siblings)
  return originals.flatMap((original, at) => {
    const name = freeName(original.name, wanted => taken.has(wanted), { maxLength: maxNameLength })
    taken.add(name)
    const nodes = subtreeOf(tree, original.id)
    const idOf = new Map(nodes.map(node => [node.id, newId()]))
    return nodes.map(node => ({
      id: idOf.get(node.id) ?? newId(),
      originId: node.id,
      ...(node === original
        ? { parentId: parent.id, name, position: firstPosition + at }
        : {
            parentId: idOf.get(node.parent_id ?? '') ?? parent.id,
            name: node.name,
            position: node.position,
          }),
    }))
  })
}
