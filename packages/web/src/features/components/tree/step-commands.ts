/** The commands on the selected steps, used by keys, menus and the clipboard. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { definitionOf, type Step, type StepKind, stepKinds } from '@pone/plan/steps/registry.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { notify } from '../../../lib/notices.ts'
import { focusNameOf } from '../../../ui/editor/focus-name.ts'
import type { RowCommands } from '../../../ui/editor/row-commands.ts'
import type { Folding } from '../../../ui/editor/use-folding.ts'
import { useEditor } from '../context/editor-context.ts'
import { parseCurlCommands } from '../model/curl-import.ts'
import type { EditorAction } from '../model/editor-model.ts'
import { createStep, requestStep } from '../model/new-step.ts'
import { type AddWhere, indentPlace, outdentPlace, placeForNew, placeToAdd } from '../model/step-places.ts'
import { countSteps, findStep, flattenSteps, type Place, topmostSteps } from '../model/step-tree.ts'
import { copiedSteps, stepsFromText, stepsToText } from './clipboard.ts'

/** Kinds of steps that hold others, offered to put steps into. */
export const wrappingKinds: readonly StepKind[] = stepKinds.filter(kind => definitionOf(kind).holdsSteps)

/** The kind that the shortcut puts steps into. */
const usualWrapper: StepKind = 'transaction'

/** Selector of the field with the name of the selected step. */
export const stepNameField = '.cd-step-name'

/** Variables and parameters that added steps refer to. */
export type NamedBySteps = Pick<ComponentDocument, 'variables' | 'parameters'>

export interface StepCommands extends RowCommands<Place> {
  /** Adds a new step, whose name can then be typed. @param operation for a request: its protocol and operation, e.g. `http.request` */
  readonly add: (kind: StepKind, operation?: string, where?: AddWhere) => void
  /** Inserts steps after the selected one, with new ids, and what they name. */
  readonly addAll: (steps: readonly Step[], named?: Partial<NamedBySteps>) => void
  /** Puts the selected steps into a new one of this kind. */
  readonly wrapIn: (kind: StepKind) => void
  /** Whether the selected steps can be moved into the group before them, and out of theirs. */
  readonly canIndent: boolean
  readonly canOutdent: boolean
}

export function useStepCommands(): StepCommands {
  const t = useT()
  const { state, dispatch, isReadOnly, folding } = useEditor()
  const { selection, document } = state
  const { steps } = document
  const hasRoom = (added: readonly Step[]) => {
    if (countSteps(steps) + countSteps(added) <= maxSteps) return true
    notify({ kind: 'warning', text: t('component.tooManySteps', { count: maxSteps }) })
    return false
  }
  const act = { steps, selection, dispatch, hasRoom, folding }
  const { paste, pasteText, pasteCopied } = usePasting(act)
  const copyText = () => {
    const chosen = topmostSteps(steps, selection)
    if (chosen.length === 0) return null
    const text = stepsToText(chosen)
    copiedSteps.keep(text)
    return text
  }
  const copy = () => {
    const text = copyText()
    if (text !== null) copiedSteps.write(text)
  }
  const remove = () => dispatch({ kind: 'delete', ids: selection })
  return {
    ...addingOf(act),
    ...movingOf(act),
    duplicate: () => {
      if (hasRoom(topmostSteps(steps, selection))) dispatch({ kind: 'duplicate', ids: selection, newId })
    },
    remove,
    toggle: () => {
      const chosen = selection.map(id => findStep(steps, id))
      dispatch({ kind: 'setEnabled', ids: selection, enabled: chosen.some(step => step?.enabled === false) })
    },
    copyText,
    copy,
    cut: () => {
      copy()
      remove()
    },
    pasteText: text => !isReadOnly && pasteText(text),
    addAll: paste,
    pasteCopied,
  }
}

interface Acting {
  readonly steps: readonly Step[]
  readonly selection: readonly string[]
  readonly dispatch: (action: EditorAction) => void
  /** Whether so many more steps are permitted; shows it if not. */
  readonly hasRoom: (added: readonly Step[]) => boolean
  readonly folding: Folding
}

function addingOf({ steps, selection, dispatch, hasRoom, folding }: Acting) {
  const wrapIn = (kind: StepKind) => {
    const wrapper = createStep(kind, '')
    if (selection.length === 0 || !hasRoom([wrapper])) return
    dispatch({ kind: 'wrap', ids: selection, wrapper })
    focusNameOf(stepNameField, wrapper.id)
  }
  return {
    add: (kind: StepKind, operation?: string, where: AddWhere = 'next') => {
      const step = createStep(kind, '', operation)
      if (!hasRoom([step])) return
      const place = placeToAdd(steps, selection, { where, folded: folding.folded })
      dispatch({ kind: 'insert', steps: [step], place })
      focusNameOf(stepNameField, step.id)
    },
    wrapIn,
    wrap: () => wrapIn(usualWrapper),
  }
}

function movingOf({ steps, selection, dispatch, folding }: Acting) {
  const move = (ids: readonly string[], place: Place) => {
    dispatch({ kind: 'move', ids, place })
    // Steps that were moved into a collapsed group stay visible.
    if (place.where === 'into' && place.target !== null) folding.expand(place.target)
  }
  const [into, outOf] = [indentPlace(steps, selection), outdentPlace(steps, selection)]
  return {
    move,
    canIndent: into !== null,
    canOutdent: outOf !== null,
    indent: () => into && move(selection, into),
    outdent: () => outOf && move(selection, outOf),
    shift: (direction: -1 | 1) => {
      const chosen = topmostSteps(steps, selection)
      const rows = flattenSteps(steps)
      const edge = direction < 0 ? chosen[0] : chosen.at(-1)
      const at = rows.find(row => row.step.id === edge?.id)
      const target = rows.find(
        row => row.parentId === at?.parentId && row.index === (at?.index ?? 0) + direction,
      )
      if (target) move(selection, { target: target.step.id, where: direction < 0 ? 'before' : 'after' })
    },
  }
}

const noCommands: ReturnType<typeof parseCurlCommands> = { requests: [], unreadable: 0 }

const unreadableText = (read: number, unreadable: number, t: ReturnType<typeof useT>): string =>
  read === 0
    ? t('component.curl.unreadable')
    : t('component.curl.someUnreadable', { read, all: read + unreadable })

function usePasting({ steps, selection, dispatch, hasRoom, folding }: Acting) {
  const t = useT()
  const place = placeForNew(steps, selection, folding.folded)
  const paste = (added: readonly Step[], named: Partial<NamedBySteps> = {}) => {
    if (hasRoom(added)) dispatch({ kind: 'paste', steps: added, ...named, place, newId })
  }
  const pasteText = (text: string) => {
    const pasted = stepsFromText(text)
    if (pasted) paste(pasted)
    const { requests, unreadable } = pasted ? noCommands : parseCurlCommands(text)
    const added = requests.map(request => requestStep(request))
    if (added.length > 0 && hasRoom(added)) dispatch({ kind: 'insert', steps: added, place })
    if (unreadable > 0) notify({ kind: 'warning', text: unreadableText(requests.length, unreadable, t) })
    return pasted !== null || requests.length > 0
  }
  return {
    paste,
    pasteText,
    pasteCopied: () =>
      void copiedSteps.read().then(({ clipboard, kept }) => {
        if (![clipboard, kept].some(text => text !== null && pasteText(text)))
          notify({ kind: 'warning', text: t('component.pasteNothing') })
      }),
  }
}
