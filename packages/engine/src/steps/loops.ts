/** Controllers that repeat their children: loop, while and for-each; between passes other users get their turn. */
import { toldCause } from '@pone/contract/told-cause.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { Flow } from '../compiled-component.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { compileCondition } from './condition.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Passes without any waiting after which other users get their turn. */
const passesPerTurn = 100

/** Runs the body as long as `begins` answers true for the number of the next pass, from 1. */
async function repeat(
  user: VirtualUser,
  body: CompiledStep,
  begins: (pass: number) => boolean,
): Promise<Flow> {
  let turnsBefore = user.turns
  for (let pass = 1; begins(pass); pass++) {
    if (user.lacksRows(false)) await user.awaitRows(false)
    if (user.mustHalt) return 'halt'
    const outcome = body.run(user)
    const flow = typeof outcome === 'string' ? outcome : await outcome
    if (flow !== 'next') return flow
    if (pass % passesPerTurn !== 0) continue
    if (user.turns === turnsBefore) await user.yieldTurn()
    turnsBefore = user.turns
  }
  return 'next'
}

/** Compiles a loop; a count that is no number gives no pass and a warning. */
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

/** Compiles a while. One without a limit also ends when its user is to leave: the load falls although the condition holds. */
export function compileWhile(step: StepOf<'while'>, context: CompileContext): CompiledStep {
  const holds = compileCondition(step, context)
  const body = context.compileSteps(step.children, context)
  const { maxPasses } = step
  return {
    run: user =>
      maxPasses === 0
        ? repeat(user, body, () => !user.isRetiring && holds(user))
        : repeat(user, body, pass => pass <= maxPasses && holds(user)),
  }
}

/** Compiles a for-each; the variable keeps the last item. */
export function compileForEach(step: StepOf<'forEach'>, context: CompileContext): CompiledStep {
  const list = context.template(step.items)
  const separator = step.separator.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  const body = context.compileSteps(step.children, context)
  return {
    run(user) {
      const text = list.evaluate(user)
      const isUndefined = list.constant === null && text === step.items
      const items = isUndefined ? [] : itemsOf(text, separator)
      return repeat(user, body, pass => {
        const item = items[pass - 1]
        if (item !== undefined) user.variables.set(step.variable, item)
        return item !== undefined
      })
    },
  }
}

/** Entries of a JSON array, what is no text as JSON; of other text the parts between separators, without blanks around them. */
export function itemsOf(text: string, separator: string): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return jsonItemsOf(trimmed) ?? trimmed.split(separator).map(item => item.trim())
}

function jsonItemsOf(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed)) return null
    return parsed.map((item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item)))
  } catch {
    return null
  }
}
