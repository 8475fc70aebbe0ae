/** What can be done to the chosen elements; shared by keys, menus and drag and drop. */
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { mayMoveBelow } from '@pone/jmeter/elements/registry.ts'
import { enableNodes } from '@pone/jmeter/jmx/edit-properties.ts'
import { insertXml, moveNodes, removeNodes, type TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { copyNodes, topNodes } from '@pone/jmeter/jmx/fragment.ts'
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { fragmentFits, newElementXml } from './element-facts.ts'
import { usePlan } from './plan-context.ts'

export interface PlanCommands {
  /** Adds a new element below the chosen one, or beside it where only that is possible. */
  readonly add: (definition: ElementDefinition, parentKey: string) => void
  readonly copyText: () => string | null
  /** Takes elements or a whole plan as text; false when the text is neither. */
  readonly pasteText: (text: string) => boolean
  readonly duplicate: () => void
  readonly remove: () => void
  readonly toggle: () => void
  readonly move: (keys: readonly string[], place: TreePlace) => void
  /** Up or down among its siblings. */
  readonly shift: (by: -1 | 1) => void
}

export function usePlanCommands(): PlanCommands {
  const t = useT()
  const language = useSession('language')
  const { state, edit } = usePlan()
  const { plan, selection } = state
  return useMemo<PlanCommands>(() => {
    const chosen = topNodes(plan, selection)
    const movable = chosen.filter(node => node.parentKey !== null)
    const keys = movable.map(node => node.key)
    const refuse = (text: string) => notify({ kind: 'warning', text })
    return {
      add: (definition, parentKey) => {
        const index = plan.nodes.get(parentKey)?.children.length ?? 0
        edit(now => insertXml(now, { parentKey, index }, newElementXml(definition, language)), {
          selects: 'created',
        })
      },
      copyText: () => (keys.length === 0 ? null : copyNodes(plan, keys)),
      pasteText: text => {
        if (!text.trimStart().startsWith('<')) return false
        const place = placeForPaste(plan, chosen.at(-1), text)
        if (place === null) refuse(t('jmeterPlan.cannotPaste'))
        else edit(now => insertXml(now, place, text), { selects: 'created' })
        return true
      },
      duplicate: () => {
        const last = movable.at(-1)
        if (last === undefined) return refuse(t('jmeterPlan.planFixed'))
        const place = { parentKey: last.parentKey, index: indexOf(plan, last) + 1 }
        edit(now => insertXml(now, place, copyNodes(now, keys)), { selects: 'created' })
      },
      remove: () => {
        if (keys.length === 0) return refuse(t('jmeterPlan.planFixed'))
        edit(now => removeNodes(now, keys))
      },
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
