/** The operators of checkpoints and of if steps: compare an actual value with an expected one. */
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { compileRegex } from '@pone/plan/answers/regex.ts'

/** Compares; `actual` is undefined when there is no such value. An expression that cannot be compiled matches nothing. */
export type Comparison = (actual: string | undefined, expected: string) => boolean

const ordered =
  (holds: (actual: number, expected: number) => boolean): Comparison =>
  (actual, expected) =>
    actual !== undefined &&
    actual.trim() !== '' &&
    expected.trim() !== '' &&
    holds(Number(actual), Number(expected))

/** A comparison that remembers the last compiled expression, since it rarely changes. */
function matching(): Comparison {
  let lastSource: string | null = null
  let pattern: RegExp | null = null
  return (actual, expected) => {
    if (expected !== lastSource) {
      lastSource = expected
      try {
        pattern = compileRegex(expected)
      } catch {
        pattern = null
      }
    }
    if (actual === undefined || pattern === null) return false
    try {
      return pattern.test(actual)
    } catch {
      // The text is too long for the state of the expression.
      return false
    }
  }
}

const comparisons: Record<Checkpoint['operator'], () => Comparison> = {
  equals: () => (actual, expected) => actual === expected,
  notEquals: () => (actual, expected) => actual !== expected,
  contains: () => (actual, expected) => actual?.includes(expected) ?? false,
  notContains: () => (actual, expected) => !(actual?.includes(expected) ?? false),
  matches: matching,
  greater: () => ordered((actual, expected) => actual > expected),
  greaterOrEqual: () => ordered((actual, expected) => actual >= expected),
  less: () => ordered((actual, expected) => actual < expected),
  lessOrEqual: () => ordered((actual, expected) => actual <= expected),
  exists: () => actual => actual !== undefined,
}

/** The comparison of an operator. */
export const comparisonOf = (operator: Checkpoint['operator']): Comparison => comparisons[operator]()
