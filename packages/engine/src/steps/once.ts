/** Controller `once`: runs its children once for each user. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a once controller: in the first iteration of a user, and there at the first pass. Where threads are not
 * reused, each iteration is a new user and has its own first pass.
 */
export function compileOnce(step: StepOf<'once'>, context: CompileContext): CompiledStep {
  const body = context.compileSteps(step.children, context)
  return {
    run(user) {
      if (!user.isNewPerson || user.marks.get(step.id) === user.iteration) return 'next'
      user.marks.set(step.id, user.iteration)
      return body.run(user)
    },
  }
}
