/** Keyboard shortcuts of the whole editor page: save, run, undo, redo, find. */
import { useEffect, useRef } from 'react'

/** Parts of an editor may each handle some of them; a key without a handler is left to the browser. */
interface EditorKeys {
  readonly save?: () => void
  readonly run?: () => void
  readonly undo?: () => void
  readonly redo?: () => void
  readonly find?: () => void
}

const isWithin = ({ target }: KeyboardEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** The shortcut of a key with Ctrl or ⌘. Code fields have their own undo and search, and dialogs handle their keys themselves. */
function meaningOf(event: KeyboardEvent): keyof EditorKeys | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 's') return 'save'
  if (isWithin(event, '.ant-modal')) return null
  if (key === 'enter') return 'run'
  if (isWithin(event, '.cm-editor')) return null
  if (key === 'f') return 'find'
  if (key === 'y') return 'redo'
  if (key !== 'z') return null
  return event.shiftKey ? 'redo' : 'undo'
}

export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const meaning = meaningOf(event)
      const act = meaning === null ? undefined : latest.current[meaning]
      if (act === undefined) return
      act()
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
