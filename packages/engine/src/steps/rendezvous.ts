/** Rendezvous step: delays users until enough of them have arrived, then releases all at the same time. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a rendezvous. Like think time, the wait is not part of a transaction's time. Components of one name that
 * contain the same step, such as copies, meet at one point.
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
