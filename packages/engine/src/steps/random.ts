/** Controller `random`: runs one of its children in each pass, all with the same probability. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { childrenOneByOne } from './children.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles a random controller. */
export function compileRandom(step: StepOf<'random'>, context: CompileContext): CompiledStep {
  const children = childrenOneByOne(step, context)
  return {
    run: user => children[Math.floor(Math.random() * children.length)]?.body.run(user) ?? 'next',
  }
}
