/** Pacing step: delays a user until a minimum time has passed since its last execution of the step. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a pacing step. The time belongs to the virtual user, also where each of its iterations counts as a new user.
 */
export function compilePacing(step: StepOf<'pacing'>, _context: CompileContext): CompiledStep {
  const { distribution, durationMs, spreadMs } = step
  const drawMs = () =>
    distribution === 'uniform' ? durationMs + Math.random() * Math.max(0, spreadMs - durationMs) : durationMs
  return {
    run(user) {
      const { clock } = user.environment
      const lastMs = user.marks.get(step.id)
      const leave = () => {
        user.marks.set(step.id, clock.elapsedMs())
        return 'next' as const
      }
      const restMs = lastMs === undefined ? 0 : lastMs + drawMs() - clock.elapsedMs()
      return restMs > 0 ? user.pause(restMs).then(leave) : leave()
    },
  }
}
