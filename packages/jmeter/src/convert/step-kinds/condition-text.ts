/** The condition of a step as JMeter writes it. */
import type { Step } from '@pone/plan/steps/registry.ts'
import type { PlanWriter } from '../plan-writer.ts'

const signs = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
  matches: '=~',
} as const

type Condition = Pick<Extract<Step, { kind: 'if' | 'while' }>, 'id' | 'name' | 'left' | 'operator' | 'right'>

/** An expression of jexl3, which gives true or false. */
export function conditionText(step: Condition, { text }: PlanWriter): string {
  const [one, other] = [text(step, step.left), text(step, step.right)]
  const isOrder = /^(greater|less)/.test(step.operator)
  const word = (value: string) => `"${value.replaceAll('"', '\\"')}"`
  const compared = (): string => {
    if (step.operator === 'contains') return `${word(one)}.contains(${word(other)})`
    if (step.operator === 'notContains') return `!${word(one)}.contains(${word(other)})`
    if (step.operator === 'exists') {
      const name = /^\$\{([\w.]+)\}$/.exec(step.left)?.[1]
      return name === undefined ? `${word(one)} != ""` : `vars.get("${name}") != null`
    }
    const sign = signs[step.operator]
    return isOrder ? `${one} ${sign} ${other}` : `${word(one)} ${sign} ${word(other)}`
  }
  return `\${__jexl3(${compared().replaceAll(/,/g, '\\,')},)}`
}
