/** Keys that work anywhere on the editor page: save, run, undo, redo. */
import { useEffect, useRef } from 'react'

interface EditorKeys {
  readonly save: () => void
  readonly run?: (() => void) | undefined
  readonly undo: () => void
  readonly redo: () => void
}

/** Code fields have an undo of their own, and dialogs keep their keys. */
function hasOwnUndo(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.cm-editor, .ant-modal') !== null
}

export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isInDialog = event.target instanceof Element && event.target.closest('.ant-modal') !== null
      if (key === 's') latest.current.save()
      else if (key === 'enter' && !isInDialog && latest.current.run) latest.current.run()
      else if ((key === 'z' || key === 'y') && !hasOwnUndo(event.target)) {
        if (key === 'y' || event.shiftKey) latest.current.redo()
        else latest.current.undo()
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
