/** The commands on the selected steps, used by keys, menus and the clipboard. */
import type { Step, StepKind } from '@pone/plan/steps/registry.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { notify } from '../../../lib/notices.ts'
import type { RowCommands } from '../../../ui/editor/row-commands.ts'
import { useEditor } from '../context/editor-context.ts'
import { looksLikeCurl, parseCurl } from '../model/curl-import.ts'
import { placeForNew } from '../model/editor-model.ts'
import { createStep, requestStep } from '../model/new-step.ts'
import { countSteps, findStep, flattenSteps, type Place, topmostSteps } from '../model/step-tree.ts'
import { copiedSteps, stepsFromText, stepsToText } from './clipboard.ts'

export interface StepCommands extends RowCommands<Place> {
  /** @param operation for a request: its protocol and operation, e.g. `http.request` */
  readonly add: (kind: StepKind, operation?: string) => void
  /** Inserts steps after the selected one, with new ids. */
  readonly addAll: (steps: readonly Step[]) => void
}

export function useStepCommands(): StepCommands {
  const t = useT()
  const { state, dispatch, isReadOnly } = useEditor()
  const { selection, document } = state
  const { steps } = document
  const hasRoom = (added: readonly Step[]) => {
    if (countSteps(steps) + countSteps(added) <= maxSteps) return true
    notify({ kind: 'warning', text: t('component.tooManySteps', { count: maxSteps }) })
    return false
  }
  const insert = (step: Step) => {
    if (hasRoom([step])) dispatch({ kind: 'insert', steps: [step], place: placeForNew(steps, selection) })
  }
  const copyText = () => {
    const chosen = topmostSteps(steps, selection)
    if (chosen.length === 0) return null
    const text = stepsToText(chosen)
    copiedSteps.keep(text)
    return text
  }
  const paste = (added: readonly Step[]) => {
    if (!isReadOnly && hasRoom(added)) dispatch({ kind: 'paste', steps: added, newId })
  }
  const copy = () => {
    const text = copyText()
    if (text !== null) copiedSteps.write(text)
  }
  const pasteText = (text: string) => {
    const pasted = stepsFromText(text)
    if (pasted) paste(pasted)
    const request = pasted ? null : parseCurl(text)
    if (request) insert(requestStep(request))
    if (!pasted && !request && looksLikeCurl(text))
      notify({ kind: 'warning', text: t('component.curl.unreadable') })
    return pasted !== null || request !== null
  }
  const remove = () => dispatch({ kind: 'delete', ids: selection })
  return {
    add: (kind, operation) => insert(createStep(kind, '', operation)),
    duplicate: () => {
      if (hasRoom(topmostSteps(steps, selection))) dispatch({ kind: 'duplicate', ids: selection, newId })
    },
    remove,
    toggle: () => {
      const chosen = selection.map(id => findStep(steps, id))
      dispatch({ kind: 'setEnabled', ids: selection, enabled: chosen.some(step => step?.enabled === false) })
    },
    shift: direction => {
      const chosen = topmostSteps(steps, selection)
      const rows = flattenSteps(steps)
      const edge = direction < 0 ? chosen[0] : chosen.at(-1)
      const at = rows.find(row => row.step.id === edge?.id)
      const target = rows.find(
        row => row.parentId === at?.parentId && row.index === (at?.index ?? 0) + direction,
      )
      if (target)
        dispatch({
          kind: 'move',
          ids: selection,
          place: { target: target.step.id, where: direction < 0 ? 'before' : 'after' },
        })
    },
    move: (ids, place) => dispatch({ kind: 'move', ids, place }),
    copyText,
    copy,
    cut: () => {
      copy()
      remove()
    },
    pasteText,
    addAll: paste,
    pasteCopied: () =>
      void copiedSteps.read().then(({ clipboard, kept }) => {
        if (![clipboard, kept].some(text => text !== null && pasteText(text)))
          notify({ kind: 'warning', text: t('component.pasteNothing') })
      }),
  }
}
