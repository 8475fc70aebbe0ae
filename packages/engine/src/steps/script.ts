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
      const { reason, line } = placeOf(fault)
      user.failures++
      user.environment.observer.fault(user, context.enclosing, {
        code: 'script',
        message: scriptFault(title, reason, line),
        place: { stepId: step.id, line },
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
    const message = scriptFault(title, error.message, error.line)
    throw new ScriptStepError(message, { stepId: step.id, line: error.line }, { cause: error })
  }
}

const scriptFault = (script: string, reason: string, line: number | null): string =>
  line === null
    ? toldCause('scriptFailed', { script, reason })
    : toldCause('scriptFailedAt', { script, reason, line })

/** An error of a script without the line at its end, from 1, that the guest names. */
function placeOf(fault: string): { readonly reason: string; readonly line: number | null } {
  const found = /^(?<reason>.*) \(line (?<line>\d+)\)$/s.exec(fault)?.groups
  return found
    ? { reason: found['reason'] ?? '', line: Number(found['line']) }
    : { reason: fault, line: null }
}
