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
import type { RowCommands } from '../../../ui/editor/row-commands.ts'
import { newElementXml } from './element-facts.ts'
import { type PlanEditor, usePlan } from './plan-context.ts'
import { besideRemoved, chosenNodes, indexOf, placeForPaste, shiftedPlace, wrapping } from './plan-edits.ts'

/** The elements that were copied last. */
const copiedElements = createCopiedText('copiedElements')

export interface PlanCommands extends RowCommands<TreePlace> {
  /** Adds a new element with this parent. */
  readonly add: (definition: ElementDefinition, parentKey: string) => void
  /** Replaces the chosen elements by a new element, and moves them below it. */
  readonly wrap: (definition: ElementDefinition) => void
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
  readonly refuse: (
    reason: 'jmeterPlan.cannotPaste' | 'jmeterPlan.nothingToPaste' | 'jmeterPlan.planFixed',
  ) => void
}

/** Commands on the present selection. */
function commandsOf({ plan, selection, language, edit, refuse }: Surroundings): PlanCommands {
  const chosen = chosenNodes(plan, selection)
  const movable = chosen.filter(node => node.parentKey !== null)
  const keys = movable.map(node => node.key)
  const clipboard = clipboardOf({ plan, keys, at: chosen.at(-1), edit, refuse })
  const remove = () => {
    if (keys.length === 0) return refuse('jmeterPlan.planFixed')
    edit(now => removeNodes(now, keys), { selects: besideRemoved(plan, movable) })
  }
  return {
    ...clipboard,
    add: (definition, parentKey) => {
      const index = plan.nodes.get(parentKey)?.children.length ?? 0
      const xml = newElementXml(definition, language)
      edit(now => insertXml(now, { parentKey, index }, xml), { selects: 'created' })
    },
    wrap: definition => {
      if (keys.length > 0)
        edit(wrapping(plan, movable, newElementXml(definition, language)), { selects: 'created' })
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
    move: (moved, place) => {
      edit(now => moveNodes(now, moved, place))
    },
    shift: by => {
      const place = shiftedPlace(plan, movable, by)
      if (place !== null) edit(now => moveNodes(now, keys, place))
    },
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
