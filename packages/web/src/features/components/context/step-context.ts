/** The step whose form is shown, for the parts of forms that are components of their own. */
import type { Step, StepKind, StepOf } from '@pone/plan/steps/registry.ts'
import { createContext, useContext } from 'react'

/** Replaces the step; `field` names the edited field, so that typing is one undo step. */
export type StepEdit<S extends Step = Step> = (step: S, field?: string) => void

/** A field of the selected step to scroll into view; each request has its own number, so that the same field can be requested again. */
export interface FieldFocus {
  readonly field: string
  readonly number: number
}

export interface StepContextValue {
  readonly step: Step
  readonly onEdit: StepEdit
  readonly focus: FieldFocus | null
}
export const StepContext = createContext<StepContextValue | null>(null)

/** The step if it is of this kind; null otherwise. */
export function useStep<K extends StepKind>(
  kind: K,
): (StepContextValue & { readonly step: StepOf<K> }) | null {
  const value = useContext(StepContext)
  return value !== null && isOfKind(value, kind) ? value : null
}

const isOfKind = <K extends StepKind>(
  value: StepContextValue,
  kind: K,
): value is StepContextValue & { readonly step: StepOf<K> } => value.step.kind === kind
