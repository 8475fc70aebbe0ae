/** Creates nodes in a tree of sets, each with a free name. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { freeSiblingName } from '../../lib/free-sibling-name.ts'
import type { TreeNode } from './tree-model.ts'

/** `kind` is 'root', 'set' or the kind of the leaves. */
export interface SetNode extends TreeNode {
  readonly kind: string
}

/** How sets are created. */
export interface NewSet<N> {
  /** Label of button and menu entry. */
  readonly label: string
  /** Name of the first one; others get a number. */
  readonly baseName: string
  readonly create: (name: string) => Promise<N>
}

/** How leaves are created in sets. */
export interface NewLeaf<N> {
  readonly label: string
  readonly baseName: string
  readonly create: (input: { parentId: string; name: string }) => Promise<N>
}

export interface Creation {
  readonly set: () => void
  /** Creates a leaf in this set; under the root if the set does not exist. */
  readonly leaf: (setId: string | null) => void
}

/** Runs a change of a tree and refetches the queries under the key. */
export function useTreeChange<O>(queryKey: QueryKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<O>) => change(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** `onCreated` receives the created node. */
export function useCreation<N extends SetNode>(of: {
  readonly nodes: readonly N[]
  readonly queryKey: QueryKey
  readonly newSet: NewSet<N>
  readonly newLeaf: NewLeaf<N> | undefined
  readonly onCreated: (node: N) => void
}): Creation {
  const { nodes, newSet, newLeaf, onCreated } = of
  const change = useTreeChange<N>(of.queryKey)
  const isSet = (node: N) => node.kind === 'set'
  const nameIn = (parentId: string, base: string) => freeSiblingName(nodes, parentId, base)
  const root = nodes.find(node => node.kind === 'root')
  return {
    set: () =>
      change.mutate(() => newSet.create(nameIn(root?.id ?? '', newSet.baseName)), { onSuccess: onCreated }),
    leaf: setId => {
      const parent = nodes.find(node => node.id === setId && isSet(node)) ?? root
      if (!newLeaf || !parent) return
      const name = nameIn(parent.id, newLeaf.baseName)
      change.mutate(() => newLeaf.create({ parentId: parent.id, name }), { onSuccess: onCreated })
    },
  }
}
