/**
 * Script step: runs the user's code; an error or time-out fails the step and the transaction around it, never the
 * worker.
 */
import { toldCause } from '@pone/contract/told-cause.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles a script step. @throws ScriptSyntaxError */
export function compileScriptStep(step: StepOf<'script'>, context: CompileContext): CompiledStep {
  const script = context.scripts.compile(step.code)
  const afterFailure = context.settings.continueOnError ? 'next' : 'nextLoop'
  const title = step.name === '' ? 'script' : step.name
  return {
    run(user) {
      const fault = script.run(user, step.timeoutMs)
      if (fault === null) return 'next'
      user.failures++
      user.environment.observer.fault(user, context.enclosing, {
        code: 'script',
        message: toldCause('scriptFailed', { script: title, reason: fault }),
      })
      return afterFailure
    },
  }
}
