/** Controller `if`: runs its children where the condition holds. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { compileCondition } from './condition.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles an if. */
export function compileIf(step: StepOf<'if'>, context: CompileContext): CompiledStep {
  const holds = compileCondition(step, context)
  const body = context.compileSteps(step.children, context)
  return { run: user => (holds(user) ? body.run(user) : 'next') }
}
