/** Keys that work anywhere on the editor page: save, run, undo, redo, find. */
import { useEffect, useRef } from 'react'

/** Parts of an editor may each take some of them; a key that is left out stays the browser's. */
interface EditorKeys {
  readonly save?: () => void
  readonly run?: () => void
  readonly undo?: () => void
  readonly redo?: () => void
  readonly find?: () => void
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
      const { save, run, undo, redo, find } = latest.current
      const act =
        key === 's'
          ? save
          : key === 'enter' && !isInDialog
            ? run
            : (key === 'z' || key === 'y') && !hasOwnUndo(event.target)
              ? key === 'y' || event.shiftKey
                ? redo
                : undo
              : key === 'f' && !hasOwnUndo(event.target)
                ? find
                : undefined
      if (act === undefined) return
      act()
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
