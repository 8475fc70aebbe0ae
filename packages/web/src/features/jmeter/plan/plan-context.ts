/** What every part of the plan editor needs: the state, how to change it, and the component's files. */
import type { JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { Edited } from '@pone/jmeter/jmx/splice.ts'
import { createContext, useContext } from 'react'
import type { FileUse } from './file-use.ts'
import type { PlanAction, PlanState } from './plan-model.ts'

export interface PlanEditor {
  readonly state: PlanState
  readonly dispatch: (action: PlanAction) => void
  readonly isReadOnly: boolean
  /** Applies an edit, or shows why it is not possible. `joinKey` names the edited field. */
  readonly edit: (
    change: (plan: JmxPlan) => Edited,
    options?: { readonly joinKey?: string; readonly selects?: 'created' | readonly string[] },
  ) => boolean
  /** undefined while loading. */
  readonly files: readonly JmeterFile[] | undefined
  /** Files that the plan refers to; may be one render behind while typing. */
  readonly uses: readonly FileUse[]
}

export const PlanContext = createContext<PlanEditor | null>(null)

/** @throws when used outside the editor page, which is a defect */
export function usePlan(): PlanEditor {
  const editor = useContext(PlanContext)
  if (!editor) throw new Error('A part of the plan editor is used outside its page')
  return editor
}
