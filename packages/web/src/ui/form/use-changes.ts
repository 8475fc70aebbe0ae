/** Whether a form has changes: fields that a user edited and that do not have their stored value again. */
import { useRef, useState } from 'react'

type FormValues = Readonly<Record<string, unknown>>

export function useChanges(initialValues: FormValues) {
  const stored = useRef(initialValues)
  const edited = useRef(new Set<string>())
  const [isDirty, setDirty] = useState(false)
  return {
    isDirty,
    /** Fields were edited; `values` are those of the whole form. */
    note(names: readonly string[], values: FormValues) {
      for (const name of names) edited.current.add(name)
      setDirty([...edited.current].some(name => !isSame(values[name], stored.current[name])))
    },
    /** The values are stored now. */
    keep(values: FormValues) {
      stored.current = values
      edited.current.clear()
      setDirty(false)
    },
  }
}

/** An empty field is the same however it is stored. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
