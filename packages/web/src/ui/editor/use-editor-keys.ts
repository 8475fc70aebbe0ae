/** Keyboard shortcuts of the whole editor page: save, run, undo, redo, find. */
import { useEffect, useRef } from 'react'
import { shortcutIn } from '../shortcuts/shortcuts.ts'

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

/** Code fields have their own undo and search, and dialogs handle their keys themselves. */
function meaningOf(event: KeyboardEvent): keyof EditorKeys | null {
  const name = shortcutIn('editor', event)
  if (name === 'save') return name
  if (isWithin(event, '.ant-modal')) return null
  return name === 'run' || !isWithin(event, '.cm-editor') ? name : null
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
