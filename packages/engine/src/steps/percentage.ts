/** Controller `percentage`: runs its children in a part of the passes. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles a percentage controller: exact over all passes of the process, spread evenly. */
export function compilePercentage(step: StepOf<'percentage'>, context: CompileContext): CompiledStep {
  const body = context.compileSteps(step.children, context)
  const share01 = step.percentage / 100
  let passes = 0
  return {
    run(user) {
      const before = Math.floor(passes * share01 + 1e-9)
      passes++
      return Math.floor(passes * share01 + 1e-9) > before ? body.run(user) : 'next'
    },
  }
}
