/** New nodes of a tree of sets: each gets a free name at once. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TreeNode } from './tree-model.ts'
import { freeSiblingName } from './tree-model.ts'

/** `kind` is 'root', 'set' or what lies in sets. */
export interface SetNode extends TreeNode {
  readonly kind: string
}

/** How sets are made. */
export interface NewSet<N> {
  /** Words of button and menu. */
  readonly label: string
  /** Name of the first one. */
  readonly baseName: string
  readonly create: (name: string) => Promise<N>
}

/** How what lies in sets is made. */
export interface NewLeaf<N> {
  readonly label: string
  readonly baseName: string
  readonly create: (input: { parentId: string; name: string }) => Promise<N>
}

export interface Creation {
  readonly set: () => void
  /** Into this set; without a known one under the root. */
  readonly leaf: (setId: string | null) => void
}

/** Runs a change of a tree and reads what is shown under the key again. */
export function useTreeChange<O>(queryKey: QueryKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<O>) => change(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** `onCreated` is given the node that was asked for. */
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
