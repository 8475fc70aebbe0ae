/** Checks the fields of one step by the rules of its kind. */
import type { CheckContext, ReportProblem } from '@pone/schema/protocol.ts'
import { definitionOf, type Step } from './registry.ts'
import { childrenOf } from './walk.ts'

export function checkStep(step: Step, report: ReportProblem, context: CheckContext): void {
  const definition = definitionOf(step.kind)
  if (definition.holdsSteps && !childrenOf(step).some(child => child.enabled))
    report('children', 'emptyGroup')
  definition.check?.(step, report, context)
}
