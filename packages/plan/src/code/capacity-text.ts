/** Rules of a capacity search as one line of text, e.g. `p95 < 300, errors < 1%`; safe in a browser. */
import type { SlaRule } from '../scenario/scenario.ts'
import { slaRuleOf, slaTextOf } from './sla-text.ts'

/**
 * `form`: it is no rule. `direction`: more load does not make it worse, such as a lowest rate. `metric`: a maximum is only one
 * request. `window`: it is judged over some seconds. `tooMany`: more rules than a search takes.
 */
export type CapacityProblemCode = 'form' | 'direction' | 'metric' | 'window' | 'tooMany'

export interface CapacityProblem {
  readonly code: CapacityProblemCode
  /** Of its first character in the whole text, from 1. */
  readonly position: number
  readonly rule: string
}

export const maxCapacityRules = 20

/** Why a search cannot hold to the rule; null where it can. */
export function capacityProblemOf({
  metric,
  operator,
  window,
}: Pick<SlaRule, 'metric' | 'operator' | 'window'>): CapacityProblemCode | null {
  if (metric === 'max') return 'metric'
  const isRate = metric === 'tps' || metric === 'rps'
  if (isRate || operator.startsWith('<') === (metric === 'successPercent')) return 'direction'
  return window.kind === 'wholeRun' ? null : 'window'
}

/** The rules of the text, or its first problem. */
export function readCapacityRules(text: string): readonly SlaRule[] | CapacityProblem {
  const rules: SlaRule[] = []
  let at = 0
  for (const part of text.split(',')) {
    const rule = slaRuleOf(part, `capacity-${rules.length + 1}`)
    const code =
      rule === null ? 'form' : rules.length >= maxCapacityRules ? 'tooMany' : capacityProblemOf(rule)
    if (rule === null || code !== null) {
      const position = at + part.length - part.trimStart().length + 1
      return { code: code ?? 'form', position, rule: part.trim() }
    }
    rules.push(rule)
    at += part.length + 1
  }
  return rules
}

export const isCapacityProblem = (read: readonly SlaRule[] | CapacityProblem): read is CapacityProblem =>
  'code' in read

/** The rules as `readCapacityRules` reads them; those that it cannot are left out. */
export const capacityTextOf = (rules: readonly SlaRule[]): string =>
  rules
    .flatMap(rule => {
      const text = slaTextOf({ ...rule, action: 'record' })
      return text === null || text.includes(',') || capacityProblemOf(rule) !== null ? [] : [text]
    })
    .slice(0, maxCapacityRules)
    .join(', ')
