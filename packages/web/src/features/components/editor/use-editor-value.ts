/** What every part of the editor needs, from its state and the last standalone execution; parts that are computed may be one render behind typing. */
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useFolding } from '../../../ui/editor/use-folding.ts'
import type { Editor } from '../context/editor-context.ts'
import { type DebugRun, latestValues } from '../exchange/debug-model.ts'
import { offersOf } from '../fields/offers.ts'
import { pathTo } from '../model/step-tree.ts'
import { withLastValues } from '../model/template-completion.ts'
import { useTrial } from '../trial/use-trial.ts'
import { useFoundProblems } from './use-found-problems.ts'

interface EditorParts extends Pick<Editor, 'state' | 'dispatch' | 'isReadOnly'> {
  /** Of the last standalone execution; null without one. */
  readonly results: DebugRun | null
}

export function useEditorValue({ state, dispatch, isReadOnly, results }: EditorParts) {
  const t = useT()
  const language = useSession('language')
  const [insert, setInsert] = useState<((content: string) => void) | null>(null)
  const { steps } = state.document
  const folding = useFolding(state.selection.at(-1), key => new Set(pathTo(steps, key).map(step => step.id)))
  const settled = useDeferredValue(state.document)
  const trial = useTrial(results, settled)
  const { problems, known } = useFoundProblems(settled, trial.faults)
  const lastValues = useMemo(() => latestValues(results), [results])
  const names = useMemo(() => offersOf(settled, t, language), [settled, t, language])
  const offers = useMemo(() => withLastValues(names, lastValues), [names, lastValues])
  const chooseFunction = useCallback((next: (content: string) => void) => setInsert(() => next), [])
  const editor = useMemo<Editor>(
    () => ({ state, dispatch, isReadOnly, folding, offers, lastValues, problems, trial, chooseFunction }),
    [state, dispatch, isReadOnly, folding, offers, lastValues, problems, trial, chooseFunction],
  )
  return {
    editor,
    /** The files that exist. */
    known,
    /** The dialog of tool functions: what it calls with the chosen one; null while it is closed. */
    inserting: { insert, close: () => setInsert(null) },
  }
}
