/**
 * Script step: runs the user's code; an error or time-out fails the step and the transaction around it, never the
 * worker.
 */
import type { FaultPlace } from '@pone/contract/link/debug.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompiledScript } from '../scripts/script-host.ts'
import { ScriptSyntaxError } from '../scripts/script-source.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** A script step that cannot be compiled. */
export class ScriptStepError extends Error {
  readonly place: FaultPlace

  constructor(message: string, place: FaultPlace, options?: ErrorOptions) {
    super(message, options)
    this.place = place
  }
}

/** Compiles a script step. @throws ScriptStepError with the name of the step */
export function compileScriptStep(step: StepOf<'script'>, context: CompileContext): CompiledStep {
  const afterFailure = context.settings.continueOnError ? 'next' : 'nextLoop'
  const title = step.name === '' ? 'script' : step.name
  const script = compiled(step, title, context)
  return {
    run(user) {
      const fault = script.run(user, step.timeoutMs)
      if (fault === null) return 'next'
      user.failures++
      user.environment.observer.fault(user, context.enclosing, {
        code: 'script',
        message: toldCause('scriptFailed', { script: title, reason: fault }),
        place: { stepId: step.id, line: lineOf(fault) },
      })
      return afterFailure
    },
  }
}

function compiled(step: StepOf<'script'>, title: string, { scripts }: CompileContext): CompiledScript {
  try {
    return scripts.compile(step.code)
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error
    const message = toldCause('scriptFailed', { script: title, reason: error.message })
    throw new ScriptStepError(message, { stepId: step.id, line: error.line }, { cause: error })
  }
}

/** The line that an error of a script names, from 1. */
function lineOf(fault: string): number | null {
  const line = /\(line (\d+)\)$/.exec(fault)?.[1]
  return line === undefined ? null : Number(line)
}
