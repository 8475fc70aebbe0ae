/** The columns of a table that the user has hidden; stored in the browser. */
import { useCallback, useMemo, useState } from 'react'

interface HidableColumn {
  readonly key: string
  /** 'always' cannot be hidden, 'optional' is hidden by default. */
  readonly visibility?: 'always' | 'optional'
}

export function useHiddenColumns(storageKey: string, columns: readonly HidableColumn[]) {
  const key = `pone.columns.${storageKey}`
  const [kept, setKept] = useState<readonly string[] | null>(() => {
    const text = localStorage.getItem(key)
    return text === null ? null : text.split(',')
  })
  const hidden = useMemo(
    () =>
      new Set(kept ?? columns.filter(column => column.visibility === 'optional').map(column => column.key)),
    [kept, columns],
  )
  const isHidden = useCallback(
    ({ key: name, visibility }: HidableColumn) => visibility !== 'always' && hidden.has(name),
    [hidden],
  )
  const toggle = useCallback(
    (name: string) => {
      const next = hidden.has(name) ? [...hidden].filter(one => one !== name) : [...hidden, name]
      localStorage.setItem(key, next.join(','))
      setKept(next)
    },
    [hidden, key],
  )
  return { isHidden, toggle }
}
