/** What can be done to the chosen elements; shared by keys, menus and drag and drop. */
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { mayMoveBelow } from '@pone/jmeter/elements/registry.ts'
import { enableNodes } from '@pone/jmeter/jmx/edit-properties.ts'
import { insertXml, moveNodes, removeNodes, type TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { copyNodes, topNodes } from '@pone/jmeter/jmx/fragment.ts'
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { Edited } from '@pone/jmeter/jmx/splice.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { createCopiedText } from '../../../ui/editor/copied-text.ts'
import type { RowCommands } from '../../../ui/editor/row-commands.ts'
import { fragmentFits, newElementXml } from './element-facts.ts'
import { usePlan } from './plan-context.ts'

/** The elements that were copied last. */
const copiedElements = createCopiedText('copiedElements')

export interface PlanCommands extends RowCommands<TreePlace> {
  /** Adds a new element below the chosen one, or beside it where only that is possible. */
  readonly add: (definition: ElementDefinition, parentKey: string) => void
  /** Puts a new element in the place of the chosen ones, and them below it. */
  readonly wrap: (definition: ElementDefinition) => void
}

export function usePlanCommands(): PlanCommands {
  const t = useT()
  const language = useSession('language')
  const { state, edit } = usePlan()
  const { plan, selection } = state
  return useMemo<PlanCommands>(() => {
    const chosen = chosenNodes(plan, selection)
    const movable = chosen.filter(node => node.parentKey !== null)
    const keys = movable.map(node => node.key)
    const refuse = (text: string) => notify({ kind: 'warning', text })
    const copyText = () => {
      if (keys.length === 0) return null
      const text = copyNodes(plan, keys)
      copiedElements.keep(text)
      return text
    }
    const copy = () => {
      const text = copyText()
      if (text !== null) copiedElements.write(text)
    }
    const pasteText = (text: string) => {
      if (!text.trimStart().startsWith('<')) return false
      const place = placeForPaste(plan, chosen.at(-1), text)
      if (place === null) refuse(t('jmeterPlan.cannotPaste'))
      else edit(now => insertXml(now, place, text), { selects: 'created' })
      return true
    }
    const remove = () => {
      if (keys.length === 0) return refuse(t('jmeterPlan.planFixed'))
      edit(now => removeNodes(now, keys), { selects: besideRemoved(plan, movable) })
    }
    return {
      add: (definition, parentKey) => {
        const index = plan.nodes.get(parentKey)?.children.length ?? 0
        edit(now => insertXml(now, { parentKey, index }, newElementXml(definition, language)), {
          selects: 'created',
        })
      },
      wrap: definition => {
        const [first] = movable
        if (first === undefined) return
        const place = { parentKey: first.parentKey, index: indexOf(plan, first) }
        const wrapIn = (now: JmxPlan): Edited => {
          const made = insertXml(now, place, newElementXml(definition, language))
          const key = made.ok ? made.created[0] : undefined
          if (!made.ok || key === undefined) return made
          const moved = moveNodes(made.plan, keys, { parentKey: key, index: 0 })
          return moved.ok ? { ...moved, created: made.created } : moved
        }
        edit(wrapIn, { selects: 'created' })
      },
      copyText,
      copy,
      cut: () => {
        copy()
        remove()
      },
      pasteText,
      pasteCopied: () =>
        void copiedElements.read().then(({ clipboard, kept }) => {
          if (![clipboard, kept].some(text => text !== null && pasteText(text)))
            refuse(t('jmeterPlan.nothingToPaste'))
        }),
      duplicate: () => {
        const last = movable.at(-1)
        if (last === undefined) return refuse(t('jmeterPlan.planFixed'))
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
        const [first] = movable
        const last = movable.at(-1)
        if (first === undefined || last === undefined) return
        const index = by < 0 ? indexOf(plan, first) - 1 : indexOf(plan, last) + 2
        if (index < 0) return
        edit(now => moveNodes(now, keys, { parentKey: first.parentKey, index }))
      },
    }
  }, [plan, selection, edit, language, t])
}

/** Whoever chooses everything means all but the plan itself, which is fixed. */
function chosenNodes(plan: JmxPlan, selection: readonly string[]): JmxNode[] {
  const below = selection.filter(key => plan.nodes.get(key)?.parentKey !== null)
  return topNodes(plan, below.length > 0 ? below : selection)
}

/** What is chosen once these are gone: the next beside the last of them, else the one before the first, else what held them. */
function besideRemoved(plan: JmxPlan, removed: readonly JmxNode[]): string[] {
  const [first] = removed
  const last = removed.at(-1)
  const beside = (node: JmxNode | undefined, by: number) => {
    const siblings = plan.nodes.get(node?.parentKey ?? '')?.children ?? []
    return node === undefined ? undefined : siblings[siblings.indexOf(node) + by]
  }
  const next = beside(last, 1) ?? beside(first, -1)
  const key = next === undefined || removed.includes(next) ? first?.parentKey : next.key
  return key === undefined || key === null ? [] : [key]
}

function indexOf(plan: JmxPlan, node: JmxNode): number {
  const siblings = node.parentKey === null ? plan.roots : (plan.nodes.get(node.parentKey)?.children ?? [])
  return siblings.indexOf(node)
}

/** Below the element where that may stand, else behind it or behind one that holds it; null when nowhere. */
function placeForPaste(plan: JmxPlan, at: JmxNode | undefined, text: string): TreePlace | null {
  const start = at ?? plan.roots[0]
  if (start !== undefined && fragmentFits(text, start))
    return { parentKey: start.key, index: start.children.length }
  for (let node = start; node !== undefined && node.parentKey !== null; ) {
    const parent = plan.nodes.get(node.parentKey)
    if (parent !== undefined && fragmentFits(text, parent))
      return { parentKey: parent.key, index: indexOf(plan, node) + 1 }
    node = parent
  }
  return null
}

/** Whether all of these elements may stand below the parent. */
export function canMoveInto(plan: JmxPlan, keys: readonly string[], parent: JmxNode): boolean {
  const nodes = topNodes(plan, keys)
  return nodes.length > 0 && nodes.every(node => node.parentKey !== null && mayMoveBelow(plan, node, parent))
}
