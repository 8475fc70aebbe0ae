/** Controller `forEach`: repeats its children for each item of a list. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { repeat } from './repeat.ts'
import type { CompileContext, CompiledStep } from './step.ts'

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

/**
 * Entries of a JSON array, values that are not texts as JSON; of other text the parts between separators, without
 * blanks around them.
 */
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
