/** Controller `while`: repeats its children as long as the condition holds. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { compileCondition } from './condition.ts'
import { repeat } from './repeat.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a while. One without a limit also ends when its user must retire, so that the load falls although the
 * condition holds.
 */
export function compileWhile(step: StepOf<'while'>, context: CompileContext): CompiledStep {
  const holds = compileCondition(step, context)
  const body = context.compileSteps(step.children, context)
  const { maxPasses } = step
  return {
    run: user =>
      maxPasses === 0
        ? repeat(user, body, () => !user.isRetiring && holds(user))
        : repeat(user, body, pass => pass <= maxPasses && holds(user)),
  }
}
