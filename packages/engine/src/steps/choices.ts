/** Controllers that choose: if, percentage, random, weighted and once decide whether, or which of, their children run. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { compileCondition } from './condition.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Compiles an if. */
export function compileIf(step: StepOf<'if'>, context: CompileContext): CompiledStep {
  const holds = compileCondition(step, context)
  const body = context.compileSteps(step.children, context)
  return { run: user => (holds(user) ? body.run(user) : 'next') }
}

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

/** Compiles a random controller. */
export function compileRandom(step: StepOf<'random'>, context: CompileContext): CompiledStep {
  const children = childrenOneByOne(step, context)
  return {
    run: user => children[Math.floor(Math.random() * children.length)]?.body.run(user) ?? 'next',
  }
}

/**
 * Compiles a weighted controller. The next pass goes to the child that is furthest behind its part: no child is ever a
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

/**
 * Compiles a once controller: in the first iteration of a user, and there at the first pass. Where threads are not
 * reused, each iteration is a new user and has its own first pass.
 */
export function compileOnce(step: StepOf<'once'>, context: CompileContext): CompiledStep {
  const body = context.compileSteps(step.children, context)
  return {
    run(user) {
      if (!user.isNewPerson || user.marks.get(step.id) === user.iteration) return 'next'
      user.marks.set(step.id, user.iteration)
      return body.run(user)
    },
  }
}

const childrenOneByOne = (step: StepOf<'random'> | StepOf<'weighted'>, context: CompileContext) =>
  step.children
    .filter(child => child.enabled)
    .map(child => ({ id: child.id, body: context.compileSteps([child], context) }))
