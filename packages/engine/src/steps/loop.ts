/** Controller `loop`: repeats its children a number of times. */
import { toldCause } from '@pone/contract/told-cause.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { repeat } from './repeat.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles a loop; a count that is not a number gives no pass and a warning. */
export function compileLoop(step: StepOf<'loop'>, context: CompileContext): CompiledStep {
  const count = context.template(step.count)
  const body = context.compileSteps(step.children, context)
  return {
    run(user) {
      const text = count.evaluate(user).trim()
      const passes = text === '' ? Number.NaN : Math.floor(Number(text))
      if (Number.isNaN(passes))
        context.log('warn', toldCause('notALoopCount', { loop: step.name, value: text }))
      return repeat(user, body, pass => pass <= passes)
    },
  }
}
