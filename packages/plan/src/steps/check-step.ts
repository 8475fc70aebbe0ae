/** Checks the fields of one step by the rules of its kind. */
import type { ReportProblem } from '@pone/schema/protocol.ts'
import type { StepCheckContext } from './definition.ts'
import { definitionOf, type Step } from './registry.ts'
import { childrenOf } from './walk.ts'

export function checkStep(step: Step, report: ReportProblem, context: StepCheckContext): void {
  const definition = definitionOf(step.kind)
  if (definition.holdsSteps && !childrenOf(step).some(child => child.enabled))
    report('children', 'emptyGroup')
  definition.check?.(step, report, context)
}
