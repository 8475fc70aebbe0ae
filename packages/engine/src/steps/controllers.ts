/** Controllers: loop, if and percentage decide whether and how often their children run. */
import type { IfStep, LoopStep, PercentageStep } from '@pone/contract/entities/component/steps.ts'
import { comparisonOf } from '../comparison.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Passes without any waiting after which other users get their turn. */
const passesPerTurn = 100

/** Compiles a loop; a count that is no number gives no pass and a warning. */
export function compileLoop(step: LoopStep, context: CompileContext): CompiledStep {
  const count = context.template(step.count)
  const body = context.compileSteps(step.children, context)
  return {
    async run(user) {
      const text = count.evaluate(user).trim()
      const passes = text === '' ? Number.NaN : Math.floor(Number(text))
      if (Number.isNaN(passes))
        context.log('warn', `loop “${step.name}”: “${text}” is not a number of passes`)
      let turnsBefore = user.turns
      for (let pass = 1; pass <= passes; pass++) {
        if (user.mustHalt) return 'halt'
        const flow = await body.run(user)
        if (flow !== 'next') return flow
        if (pass % passesPerTurn === 0) {
          if (user.turns === turnsBefore) await user.yieldTurn()
          turnsBefore = user.turns
        }
      }
      return 'next'
    },
  }
}

/** Compiles an if; for `exists` the left side must be neither empty nor an unresolved expression. */
export function compileIf(step: IfStep, context: CompileContext): CompiledStep {
  const left = context.template(step.left)
  const right = context.template(step.right)
  const compare = comparisonOf(step.operator)
  const body = context.compileSteps(step.children, context)
  return {
    run(user) {
      const text = left.evaluate(user)
      const isThere = text !== '' && (left.constant !== null || text !== step.left)
      return compare(isThere || step.operator !== 'exists' ? text : undefined, right.evaluate(user))
        ? body.run(user)
        : 'next'
    },
  }
}

/** Compiles a percentage controller: exact over all passes of the process, spread evenly. */
export function compilePercentage(step: PercentageStep, context: CompileContext): CompiledStep {
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
