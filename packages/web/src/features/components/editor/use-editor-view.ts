/** The part of the component that is visible: section, tab of the dock, and the field to scroll to. */
import { useState } from 'react'
import type { FieldFocus } from '../context/step-context.ts'
import type { DockTab } from '../debug/dock-counts.ts'
import type { EditorAction } from '../model/editor-model.ts'
import { areaOfPath, type EditorArea } from './areas.ts'
import { revealField } from './reveal-field.ts'

export function useEditorView(initialArea: EditorArea, dispatch: (action: EditorAction) => void) {
  const [area, setArea] = useState(initialArea)
  const [dockTab, setDockTab] = useState<DockTab | null>(null)
  const [focus, setFocus] = useState<FieldFocus | null>(null)
  /** Goes to a path as `FieldProblem` has it. */
  const reveal = (path: string) => {
    const [stepId, field] = path.includes(':')
      ? [path.slice(0, path.indexOf(':')), path.slice(path.indexOf(':') + 1)]
      : [null, path]
    setArea(stepId === null ? areaOfPath(path) : 'steps')
    if (stepId !== null) dispatch({ kind: 'select', ids: [stepId] })
    if (field !== '') {
      setFocus(before => ({ field, number: (before?.number ?? 0) + 1 }))
      revealField(path)
    }
  }
  return { area, setArea, dockTab, setDockTab, focus, reveal }
}
export type EditorView = ReturnType<typeof useEditorView>
