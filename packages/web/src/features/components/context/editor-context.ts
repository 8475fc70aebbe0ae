/** What every part of the component editor needs: the state, how to change it, completions, and values to show beside fields. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { createContext, useContext } from 'react'
import type { Folding } from '../../../ui/editor/use-folding.ts'
import type { EditorAction, EditorState } from '../model/editor-model.ts'
import type { Offer } from '../model/template-completion.ts'
import type { FieldProblem } from '../problems/problems.ts'
import type { Trial } from '../trial/use-trial.ts'

export interface Editor {
  readonly state: EditorState
  readonly dispatch: (action: EditorAction) => void
  readonly isReadOnly: boolean
  /** Groups of the step tree that are collapsed. */
  readonly folding: Folding
  /** Variables and tool functions that `${…}` may name here. */
  readonly offers: readonly Offer[]
  /** Values of variables at the end of the last standalone execution. */
  readonly lastValues: Readonly<Record<string, string>>
  /** Those of the component as it is, and the failures of the last standalone execution. */
  readonly problems: readonly FieldProblem[]
  /** Results of the last standalone execution, by step. */
  readonly trial: Trial
  /** Opens the dialog of tool functions; `insert` gets the text that goes between the braces. */
  readonly chooseFunction: (insert: (content: string) => void) => void
}

export const EditorContext = createContext<Editor | null>(null)

/** @throws when used outside the editor page, which is a defect */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('A part of the component editor is used outside its page')
  return editor
}

/** Changes one part of the document outside the steps; edits of the same part while typing join into one undo step. */
export function useDocumentEdit(): <K extends keyof ComponentDocument>(
  part: K,
  value: ComponentDocument[K],
  field?: string,
) => void {
  const { state, dispatch } = useEditor()
  return (part, value, field) =>
    dispatch({
      kind: 'edit',
      document: { ...state.document, [part]: value },
      joinKey: field === undefined ? undefined : `${part}.${field}`,
      at: Date.now(),
    })
}
