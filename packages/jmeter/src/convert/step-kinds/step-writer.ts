/** The contract for writing a kind of step into a plan, and what several kinds share. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { Step, StepKind } from '@pone/plan/steps/registry.ts'
import type { PlanWriter } from '../plan-writer.ts'

/** A step with the functions to write it. */
export interface StepToWrite<K extends StepKind> {
  readonly step: Extract<Step, { readonly kind: K }>
  readonly document: ComponentDocument
  readonly writer: PlanWriter
  /** The elements of the steps inside. */
  readonly below: () => string[]
}

/** The elements of a step; none for one without a counterpart, which is reported. */
export type StepWriter<K extends StepKind> = (written: StepToWrite<K>) => string[]

type Written = Pick<StepToWrite<StepKind>, 'step' | 'writer' | 'below'>

/** The key and name of the step in the list of unconverted parts: a step without a name is reported under its label. */
export const placeOf = (step: Step) => ({ key: step.id, testname: labelNameOf(step) })

/** A controller with the steps inside. */
export const controller = (
  { step, writer, below }: Written,
  id: string,
  values: Record<string, string> = {},
): string[] => [writer.element(id, labelNameOf(step), { values, isEnabled: step.enabled }, below())]

/** A pause of length 0 that carries a timer. */
export const pauseFor = ({ step, writer }: Pick<Written, 'step' | 'writer'>, timer: string): string[] => [
  writer.element(
    'TestActionGui',
    labelNameOf(step),
    { isEnabled: step.enabled, values: { 'ActionProcessor.duration': '0' } },
    [timer],
  ),
]

/** Reports a step without a counterpart in JMeter. */
export const leftOut = ({ step, writer }: Pick<Written, 'step' | 'writer'>): string[] => {
  writer.left.add(placeOf(step), 'noCounterpart')
  return []
}
