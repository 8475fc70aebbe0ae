/** Which columns of a table a person has hidden; kept. */
import { useCallback, useMemo, useState } from 'react'

interface HidableColumn {
  readonly key: string
  readonly isAlwaysShown?: boolean
  readonly isHiddenAtFirst?: boolean
}

export function useHiddenColumns(storageKey: string, columns: readonly HidableColumn[]) {
  const key = `pone.columns.${storageKey}`
  const [kept, setKept] = useState<readonly string[] | null>(() => {
    const text = localStorage.getItem(key)
    return text === null ? null : text.split(',')
  })
  const hidden = useMemo(
    () => new Set(kept ?? columns.filter(column => column.isHiddenAtFirst).map(column => column.key)),
    [kept, columns],
  )
  const isHidden = useCallback(
    (name: string) => hidden.has(name) && !columns.find(column => column.key === name)?.isAlwaysShown,
    [hidden, columns],
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
