/**
 * An extractor without a default fails its request where nothing is found. JMeter's does not, so it gets a default that
 * means "not found", and an assertion that the variable has another value, as is usual in JMeter plans.
 */
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import { listOf, valueOf } from './scope.ts'

/** Default of extractors whose requests fail without a match. */
export const notFound = 'NOT_FOUND'
/** JMeter's test type of "does not equal": 4 for not, 8 for equals. */
const differs = 12

/** The assertion's properties. */
export const foundAssertion = (variable: string) => ({
  values: {
    'Assertion.scope': 'variable',
    'Scope.variable': variable,
    'Assertion.test_field': 'Assertion.response_data',
    'Assertion.test_type': String(differs),
  },
  lists: { 'Asserion.test_strings': [notFound] },
})

/** The variable and the value that it must not have; null for other assertions. */
export function foundVariable(assertion: JmxNode): { name: string; value: string } | null {
  const isOfVariable =
    elementOf(assertion)?.id === 'AssertionGui' &&
    valueOf(assertion, 'Assertion.scope') === 'variable' &&
    Number(valueOf(assertion, 'Assertion.test_type')) === differs
  const [value, ...more] = isOfVariable ? listOf(assertion) : []
  return value === undefined || more.length > 0 ? null : { name: valueOf(assertion, 'Scope.variable'), value }
}

/** Values that mean "not found", by variable. */
export const foundVariables = (assertions: readonly JmxNode[]): ReadonlyMap<string, string> =>
  new Map(
    assertions.flatMap(assertion => {
      const found = foundVariable(assertion)
      return found === null ? [] : [[found.name, found.value]]
    }),
  )
