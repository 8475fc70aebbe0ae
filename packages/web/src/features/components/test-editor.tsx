/** Renders a part of the component editor in a DOM for tests: with the editor's state and the current document. */
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type ReactNode, useMemo, useReducer, useState } from 'react'
import { texts } from '../../lib/texts.ts'
import { draw } from '../../test-page.tsx'
import { useFolding } from '../../ui/editor/use-folding.ts'
import { type Editor, EditorContext } from './context/editor-context.ts'
import { type EditorState, openEditor, reduceEditor } from './model/editor-model.ts'
import { pathTo } from './model/step-tree.ts'
import { findProblems } from './problems/problems.ts'
import { noTrial } from './trial/use-trial.ts'

interface EditorOptions {
  /** A document as in a file or an older version; missing fields get their defaults. */
  readonly document?: unknown
  readonly isReadOnly?: boolean
  readonly offers?: Editor['offers']
  readonly lastValues?: Editor['lastValues']
  readonly trial?: Editor['trial']
  /** Initially selected, else the first step. */
  readonly selection?: readonly string[]
}

/** Renders the part; `state()` is the current state of the editor, `inserting()` the insert function that was passed to the function dialog. */
export async function drawInEditor(part: ReactNode, options: EditorOptions = {}) {
  const { isReadOnly = false, offers = [], lastValues = {}, trial = noTrial } = options
  const opened = openEditor(componentDocumentSchema.parse(options.document ?? {}), 1)
  const start = options.selection === undefined ? opened : { ...opened, selection: options.selection }
  let latest: EditorState = start
  let insert: ((content: string) => void) | null = null
  function Harness() {
    const [state, dispatch] = useReducer(reduceEditor, start)
    latest = state
    const problems = useMemo(() => [...findProblems(state.document), ...trial.faults], [state.document])
    const [chooseFunction] = useState(() => (next: (content: string) => void) => {
      insert = next
    })
    const { steps } = state.document
    const folding = useFolding(
      state.selection.at(-1),
      key => new Set(pathTo(steps, key).map(step => step.id)),
    )
    const editor = useMemo<Editor>(
      () => ({ state, dispatch, isReadOnly, folding, offers, lastValues, problems, trial, chooseFunction }),
      [state, folding, problems, chooseFunction],
    )
    return <EditorContext value={editor}>{part}</EditorContext>
  }
  await texts.show('en')
  const drawn = await draw(<Harness />)
  return {
    ...drawn,
    state: (): EditorState => latest,
    document: (): ComponentDocument => latest.document,
    inserting: () => insert,
  }
}
