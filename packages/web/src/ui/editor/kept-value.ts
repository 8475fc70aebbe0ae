/** A size of the interface (a width, a height) that is stored in this browser. */
import { useState } from 'react'

/** A number that survives reloads; it is not stored if the storage is forbidden. */
export function useKept(name: string, initial: number): [number, (value: number) => void] {
  const key = `pone.${name}`
  const [value, setValue] = useState(() => {
    try {
      const kept = Number(localStorage.getItem(key))
      return kept > 0 ? kept : initial
    } catch {
      return initial
    }
  })
  return [
    value,
    next => {
      setValue(next)
      try {
        localStorage.setItem(key, String(next))
      } catch {
        // The value is then valid until the page is left.
      }
    },
  ]
}
