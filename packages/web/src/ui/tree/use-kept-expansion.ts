/** Which folders of a tree are expanded, stored for the session under a key. */
import { useCallback, useMemo, useState } from 'react'
import type { Tree, TreeNode } from './tree-model.ts'

interface Expansion {
  readonly expanded: ReadonlySet<string>
  readonly expand: (ids: readonly string[]) => void
  readonly collapse: (id: string) => void
}

/** Initially the roots are expanded. */
export function useKeptExpansion(storageKey: string, tree: Tree<TreeNode>): Expansion {
  const key = `pone.tree.${storageKey}`
  const [kept, setKept] = useState<readonly string[] | null>(() => readKept(key))
  const expanded = useMemo(
    () => new Set(kept ?? tree.childrenOf.get(null)?.map(root => root.id)),
    [kept, tree],
  )
  const keep = useCallback(
    (after: readonly string[]) => {
      sessionStorage.setItem(key, JSON.stringify(after))
      setKept(after)
    },
    [key],
  )
  return {
    expanded,
    expand: ids => {
      if (kept === null || ids.some(id => !expanded.has(id))) keep([...new Set([...expanded, ...ids])])
    },
    collapse: id => keep([...expanded].filter(each => each !== id)),
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
