/** Which rows of a tree are collapsed. */
import { useCallback, useMemo, useState } from 'react'

export interface Folding {
  readonly folded: ReadonlySet<string>
  readonly toggle: (key: string) => void
  /** Expands a row, e.g. because another one was moved into it. */
  readonly expand: (key: string) => void
}

/** `holdersOf` returns the ancestors of a row; they expand when it becomes the current one. */
export function useFolding(
  current: string | undefined,
  holdersOf: (key: string) => ReadonlySet<string>,
): Folding {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => {
    setFolded(before => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])
  const expand = useCallback((key: string) => {
    setFolded(before => (before.has(key) ? new Set([...before].filter(each => each !== key)) : before))
  }, [])
  // A row selected from elsewhere (undo, a problem, a file) must be visible; the user may collapse its ancestors again afterwards.
  const [followed, setFollowed] = useState(current)
  if (current !== followed) {
    setFollowed(current)
    const holders = current === undefined || folded.size === 0 ? new Set<string>() : holdersOf(current)
    if ([...folded].some(key => key !== current && holders.has(key)))
      setFolded(new Set([...folded].filter(key => key === current || !holders.has(key))))
  }
  return useMemo(() => ({ folded, toggle, expand }), [folded, toggle, expand])
}
