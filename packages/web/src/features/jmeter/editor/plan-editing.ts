/** How the plan editor applies an edit, and how pending input is applied before another action. */
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { type Dispatch, useCallback } from 'react'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { treeSearchClass } from '../../../ui/editor/tree-search.tsx'
import type { PlanEditor } from '../plan/plan-context.ts'
import type { PlanAction } from '../plan/plan-model.ts'

/** Applies an edit to the current plan, or shows why it is not possible. */
export function useEdit(plan: JmxPlan, dispatch: Dispatch<PlanAction>): PlanEditor['edit'] {
  const language = useSession('language')
  return useCallback<PlanEditor['edit']>(
    (change, options = {}) => {
      const result = change(plan)
      if (!result.ok) {
        notify({ kind: 'warning', text: jmxProblemText(result.problem)[language] })
        return false
      }
      dispatch({
        kind: 'edit',
        plan: result.plan,
        selection: options.selects === 'created' ? result.created : options.selects,
        joinKey: options.joinKey,
        at: Date.now(),
      })
      return true
    },
    [plan, language, dispatch],
  )
}

/** Applies pending input first, then runs the action after the state is updated. */
export function afterTyping(act: () => void): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field.closest('.jm-properties, .jm-source') === null) return act()
  field.blur()
  setTimeout(() => {
    act()
    field.focus()
  })
}

/** The browser's own search cannot find rows outside the visible area, because they are not rendered. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>(`.${treeSearchClass} input`)
  field?.focus()
  field?.select()
}
