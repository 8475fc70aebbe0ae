/** Rendezvous step: holds users until enough of them are here, then lets all go at once. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a rendezvous. Like think time, the wait is no part of a transaction's time. Components of one name that hold
 * the same step, such as copies, meet at one point.
 */
export function compileRendezvous(step: StepOf<'rendezvous'>, context: CompileContext): CompiledStep {
  const point = {
    key: `${context.component}/${step.id}`,
    gather: step.gather,
    quantity: step.quantity,
  }
  const timeoutMs = step.timeoutSeconds * 1_000
  return { run: user => user.environment.barriers.meet(user, point, timeoutMs).then(() => 'next' as const) }
}
