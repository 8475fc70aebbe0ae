/** Saving and running from buttons and keys; what prevents either is reported and shown. */
import type { Component } from '@pone/contract/entities/component.ts'
import type { ValidationOptions } from '@pone/plan/check/validate.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useEditorKeys } from '../../../ui/editor/use-editor-keys.ts'
import type { RunOptions } from '../debug/run-button.tsx'
import type { DebugControl } from '../debug/use-debug-run.ts'
import type { EditorAction } from '../model/editor-model.ts'
import { type Obstacle, runningObstacle, savingObstacle } from './obstacles.ts'
import type { EditorView } from './use-editor-view.ts'

interface SaveAndRun {
  readonly component: Component
  /** As it is edited now. */
  readonly document: ComponentDocument
  readonly isCodeBroken: boolean
  readonly isDirty: boolean
  /** The files that exist. */
  readonly known: ValidationOptions
  readonly canEdit: boolean
  readonly canDebug: boolean
  readonly view: EditorView
  readonly debug: DebugControl
  /** Sends the document. */
  readonly store: () => Promise<boolean>
  readonly dispatch: (action: EditorAction) => void
}

export function useSaveAndRun(work: SaveAndRun) {
  const { component, document, isCodeBroken, canEdit, canDebug, view, debug, dispatch } = work
  const t = useT()
  const [options, setOptions] = useState<RunOptions>({ load: 'given', users: 1, loops: 1 })
  const tell = ({ text, shownIn }: Obstacle) => {
    if (shownIn === 'code') view.setArea('code')
    if (shownIn === 'problems') view.setDockTab('problems')
    notify({ kind: 'warning', text: t(text) })
  }
  /** Resolves to whether nothing is left to save. */
  const save = async (): Promise<boolean> => {
    if (!canEdit || !work.isDirty) return true
    // The document itself is checked: the list of problems may be one render behind it.
    const obstacle = savingObstacle(document, isCodeBroken)
    if (!obstacle) return work.store()
    tell(obstacle)
    return false
  }
  const run = () => {
    if (!canDebug || (debug.run && debug.run.state !== 'ended')) return
    const obstacle = runningObstacle(document, isCodeBroken, work.known)
    if (obstacle) return tell(obstacle)
    view.setDockTab('requests')
    void debug.start({ name: component.name, componentId: component.id, document, ...options })
  }
  useEditorKeys({
    save: () => void save(),
    run,
    undo: () => canEdit && dispatch({ kind: 'undo' }),
    redo: () => canEdit && dispatch({ kind: 'redo' }),
  })
  return { save, run, options, setOptions }
}
