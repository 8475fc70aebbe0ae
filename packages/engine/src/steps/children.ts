/** Children of the controllers that run one of them in each pass. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext } from './step.ts'

/** Those that are enabled, each compiled by itself. */
export const childrenOneByOne = (step: StepOf<'random'> | StepOf<'weighted'>, context: CompileContext) =>
  step.children
    .filter(child => child.enabled)
    .map(child => ({ id: child.id, body: context.compileSteps([child], context) }))
