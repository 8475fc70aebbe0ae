/** Commands on the chosen elements; used by keys, menus and drag and drop. */
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { enableNodes } from '@pone/jmeter/jmx/edit-properties.ts'
import { insertXml, moveNodes, removeNodes, type TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { copyNodes } from '@pone/jmeter/jmx/fragment.ts'
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { type SessionValues, useSession } from '../../../lib/session/session.ts'
import { createCopiedText } from '../../../ui/editor/copied-text.ts'
import { focusName } from '../../../ui/editor/focus-name.ts'
import type { RowCommands } from '../../../ui/editor/row-commands.ts'
import { newElementXml, parentsFor } from './element-facts.ts'
import { type PlanEditor, usePlan } from './plan-context.ts'
import {
  besideRemoved,
  chosenNodes,
  indentPlace,
  indexOf,
  outdentPlace,
  placeForPaste,
  shiftedPlace,
  wrapping,
} from './plan-edits.ts'

/** The elements that were copied last. */
const copiedElements = createCopiedText('copiedElements')

/** Class of the controller that the shortcut puts elements into. */
const usualParent = 'TransactionController'

/** Selector of the field with the name of the selected element. */
export const elementNameField = '.jm-name'

export interface PlanCommands extends RowCommands<TreePlace> {
  /** Adds a new element, whose name can then be typed. */
  readonly add: (definition: ElementDefinition, place: TreePlace) => void
  /** Replaces the chosen elements by a new element, and moves them below it. */
  readonly wrapIn: (definition: ElementDefinition) => void
  /** Whether the chosen elements can be moved into the one before them, and out of theirs. */
  readonly canIndent: boolean
  readonly canOutdent: boolean
}

export function usePlanCommands(): PlanCommands {
  const t = useT()
  const language = useSession('language')
  const { state, edit } = usePlan()
  const { plan, selection } = state
  return useMemo(
    () =>
      commandsOf({
        plan,
        selection,
        language,
        edit,
        onNamed: () => requestAnimationFrame(() => focusName(elementNameField, { isAllSelected: true })),
        refuse: key => notify({ kind: 'warning', text: t(key) }),
      }),
    [plan, selection, edit, language, t],
  )
}

interface Surroundings {
  readonly plan: JmxPlan
  readonly selection: readonly string[]
  readonly language: SessionValues['language']
  readonly edit: PlanEditor['edit']
  /** Lets the name of the new element be typed. */
  readonly onNamed: () => void
  readonly refuse: (
    reason: 'jmeterPlan.cannotPaste' | 'jmeterPlan.nothingToPaste' | 'jmeterPlan.planFixed',
  ) => void
}

/** Commands on the present selection. */
function commandsOf({ plan, selection, language, edit, refuse, onNamed }: Surroundings): PlanCommands {
  const chosen = chosenNodes(plan, selection)
  const movable = chosen.filter(node => node.parentKey !== null)
  const keys = movable.map(node => node.key)
  const clipboard = clipboardOf({ plan, keys, at: chosen.at(-1), edit, refuse })
  const remove = () => {
    if (keys.length === 0) return refuse('jmeterPlan.planFixed')
    edit(now => removeNodes(now, keys), { selects: besideRemoved(plan, movable) })
  }
  const wrapIn = (definition: ElementDefinition) => {
    if (keys.length === 0) return
    const xml = newElementXml(definition, language)
    if (edit(wrapping(plan, movable, xml), { selects: 'created' })) onNamed()
  }
  return {
    ...clipboard,
    ...movingOf({ plan, edit, movable }),
    add: (definition, place) => {
      const xml = newElementXml(definition, language)
      if (edit(now => insertXml(now, place, xml), { selects: 'created' })) onNamed()
    },
    wrapIn,
    wrap: () => {
      const parents = parentsFor(plan, movable)
      const usual = parents.find(({ testclass }) => testclass === usualParent) ?? parents[0]
      if (usual !== undefined) wrapIn(usual)
    },
    cut: () => {
      clipboard.copy()
      remove()
    },
    duplicate: () => {
      const last = movable.at(-1)
      if (last === undefined) return refuse('jmeterPlan.planFixed')
      const place = { parentKey: last.parentKey, index: indexOf(plan, last) + 1 }
      edit(now => insertXml(now, place, copyNodes(now, keys)), { selects: 'created' })
    },
    remove,
    toggle: () => {
      if (keys.length === 0) return
      const isOn = movable.some(node => node.isEnabled)
      edit(now => enableNodes(now, keys, !isOn))
    },
  }
}

interface Moving extends Pick<Surroundings, 'plan' | 'edit'> {
  readonly movable: readonly JmxNode[]
}

function movingOf({ plan, edit, movable }: Moving) {
  const keys = movable.map(node => node.key)
  const move = (moved: readonly string[], place: TreePlace | null) => {
    if (place !== null) edit(now => moveNodes(now, moved, place))
  }
  const [into, outOf] = [indentPlace(plan, movable), outdentPlace(plan, movable)]
  return {
    move,
    canIndent: into !== null,
    canOutdent: outOf !== null,
    indent: () => move(keys, into),
    outdent: () => move(keys, outOf),
    shift: (by: -1 | 1) => move(keys, shiftedPlace(plan, movable, by)),
  }
}

interface Copying extends Pick<Surroundings, 'plan' | 'edit' | 'refuse'> {
  readonly keys: readonly string[]
  /** Pasted elements are put below or after this one. */
  readonly at: JmxNode | undefined
}

function clipboardOf({ plan, keys, at, edit, refuse }: Copying) {
  const copyText = () => {
    if (keys.length === 0) return null
    const text = copyNodes(plan, keys)
    copiedElements.keep(text)
    return text
  }
  const pasteText = (text: string) => {
    if (!text.trimStart().startsWith('<')) return false
    const place = placeForPaste(plan, at, text)
    if (place === null) refuse('jmeterPlan.cannotPaste')
    else edit(now => insertXml(now, place, text), { selects: 'created' })
    return true
  }
  return {
    copyText,
    pasteText,
    copy: () => {
      const text = copyText()
      if (text !== null) copiedElements.write(text)
    },
    pasteCopied: () =>
      void copiedElements.read().then(({ clipboard, kept }) => {
        if (![clipboard, kept].some(text => text !== null && pasteText(text)))
          refuse('jmeterPlan.nothingToPaste')
      }),
  }
}
