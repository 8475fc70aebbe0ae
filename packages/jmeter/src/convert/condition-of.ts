/** Conditions of JMeter's controllers → a comparison of two texts. */
import type { JmxNode } from '../jmx/plan.ts'
import type { RequestContext } from './request.ts'
import { isOn, valueOf } from './scope.ts'

const comparisons = {
  '==': 'equals',
  '!=': 'notEquals',
  '>=': 'greaterOrEqual',
  '<=': 'lessOrEqual',
  '>': 'greater',
  '<': 'less',
} as const

type Comparison = (typeof comparisons)[keyof typeof comparisons]

const isComparison = (sign: string): sign is keyof typeof comparisons => Object.hasOwn(comparisons, sign)

/** Comparisons of a variable with a value, bare or inside __jexl3 or __groovy; others are reported and kept as text. */
export function conditionOf(
  node: JmxNode,
  name: string,
  { left, text }: Pick<RequestContext, 'left' | 'text'>,
): { left: string; operator: Comparison; right: string } {
  const raw = valueOf(node, name).trim()
  const called = /^\$\{__(?:jexl[23]?|javaScript)\(([\s\S]*)\)\}$/.exec(raw)?.[1]
  const inside = called === undefined ? raw : called.trim().replace(/,$/, '').trimEnd()
  const [, operand = '', sign = '', rest = ''] =
    /^["']?(\$\{[^{}]+\})["']?\s*(==|!=|>=|<=|>|<)([\s\S]*)$/.exec(inside) ?? []
  // One pattern for all of it would backtrack over every division of the blanks.
  const value = /^["']?([^"'<>=&|]*)["']?$/.exec(rest.trimStart())?.[1]
  if (isComparison(sign) && value !== undefined) {
    return { left: text(node, operand), operator: comparisons[sign], right: text(node, value) }
  }
  if (/^\$\{[\w.]+\}$/.test(raw)) {
    const isWhile = name.startsWith('While')
    return {
      left: text(node, raw),
      operator: isWhile ? 'notEquals' : 'equals',
      right: isWhile ? 'false' : 'true',
    }
  }
  left.add(node, 'condition', { value: raw })
  return {
    left: isOn(node, 'IfController.useExpression') ? text(node, raw) : raw,
    operator: 'equals',
    right: 'true',
  }
}
