/** Controller `weighted`: runs one of its children in each pass, in the proportion of their weights. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { childrenOneByOne } from './children.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/**
 * Compiles a weighted controller. The next pass runs the child that is furthest behind its part: no child is ever a
 * whole pass ahead, and over each sum of weights that are whole numbers the proportions are exact.
 */
export function compileWeighted(step: StepOf<'weighted'>, context: CompileContext): CompiledStep {
  const children = childrenOneByOne(step, context)
    .map(({ id, body }) => ({ body, weight: step.weights[id] ?? 1, passes: 0 }))
    .filter(child => child.weight > 0)
  const sum = children.reduce((total, child) => total + child.weight, 0)
  let passes = 0
  return {
    run(user) {
      passes++
      let next = children[0]
      let furthest = Number.NEGATIVE_INFINITY
      for (const child of children) {
        const behind = (passes * child.weight) / sum - child.passes
        if (behind <= furthest + 1e-9) continue
        furthest = behind
        next = child
      }
      if (next === undefined) return 'next'
      next.passes++
      return next.body.run(user)
    },
  }
}
