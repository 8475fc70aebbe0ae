/** Which folders of a tree are expanded, stored for the session under a key. */
import { useCallback, useState } from 'react'
import type { TreeNode } from './tree-model.ts'

export interface Expansion {
  readonly expanded: readonly string[]
  readonly set: (ids: readonly string[]) => void
  readonly expand: (ids: readonly string[]) => void
}

/** Initially the roots are expanded. */
export function useKeptExpansion(storageKey: string, nodes: readonly TreeNode[]): Expansion {
  const key = `pone.tree.${storageKey}`
  const [kept, setKept] = useState<readonly string[] | null>(() => readKept(key))
  const roots = nodes.filter(node => node.parentId === null).map(node => node.id)
  const change = useCallback(
    (next: (before: readonly string[]) => readonly string[], initial: readonly string[]) =>
      setKept(before => {
        const after = next(before ?? initial)
        sessionStorage.setItem(key, JSON.stringify(after))
        return after
      }),
    [key],
  )
  return {
    expanded: kept ?? roots,
    set: ids => change(() => ids, roots),
    expand: ids => change(before => [...new Set([...before, ...ids])], roots),
  }
}

function readKept(key: string): readonly string[] | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : null
  } catch {
    return null
  }
}
