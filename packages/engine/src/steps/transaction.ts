/** Transaction: times its children as one, without think time, and passes only if everything in it passed. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles a transaction step. One that a stop interrupts is not counted. */
export function compileTransaction(step: StepOf<'transaction'>, context: CompileContext): CompiledStep {
  const labelled = context.labelled(step)
  const body = context.compileSteps(step.children, { ...context, enclosing: labelled })
  return {
    async run(user) {
      const failuresBefore = user.failures
      const pausedBeforeMs = user.pausedMs
      const startMs = user.environment.clock.elapsedMs()
      const flow = await body.run(user)
      if (flow === 'halt') return flow
      const lastedMs = user.environment.clock.elapsedMs() - startMs - (user.pausedMs - pausedBeforeMs)
      const passed = user.failures === failuresBefore
      user.environment.observer.transaction(user, labelled, Math.max(0, Math.round(lastedMs * 1_000)), passed)
      return flow
    },
  }
}
