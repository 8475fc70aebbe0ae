import {
  type CorrelationRule,
  correlationRulesFile,
  maxCorrelationRules,
  noCorrelationRules,
} from '@pone/schema/correlation-rules.ts'
import { expect, it } from 'vitest'
import { readRulesFile, withRulesOf } from './rules-file.ts'

const rule = (name: string, expression = '$.id'): CorrelationRule => ({
  name,
  enabled: true,
  variable: 'id',
  source: 'jsonPath',
  expression,
  rightBoundary: '',
  use: 'anywhere',
  field: '',
})
const rules = { rules: [rule('a'), rule('b')], disabledFrameworks: ['Rails'] }

it('a file that was exported is read as it was', async () => {
  expect(await readRulesFile(new File([correlationRulesFile(rules)], 'rules.json'))).toEqual({ rules })
})

it.each([
  '',
  '{}',
  '[]',
  JSON.stringify(rules),
  JSON.stringify({ format: 'pone-correlation-rules', rules: [1] }),
])('anything else is refused with its reason: %s', async text => {
  expect(await readRulesFile(new File([text], 'rules.json'))).toEqual({ reason: expect.any(String) })
})

it('rules of a file replace those of the same name and come behind the others', () => {
  const joined = withRulesOf(rules, { rules: [rule('c'), rule('b', '$.other')], disabledFrameworks: ['SAP'] })
  expect(joined).toEqual({
    rules: {
      rules: [rule('a'), rule('b', '$.other'), rule('c')],
      disabledFrameworks: ['Rails', 'SAP'],
    },
    replaced: 1,
  })
})

it('no more rules are taken than a project keeps', () => {
  const many = Array.from({ length: maxCorrelationRules }, (_, at) => rule(`rule ${at}`))
  const file = { ...noCorrelationRules, rules: many }
  expect(withRulesOf(noCorrelationRules, file)?.rules.rules).toHaveLength(maxCorrelationRules)
  expect(withRulesOf(rules, file)).toBeNull()
  expect(withRulesOf(file, file)?.replaced).toBe(maxCorrelationRules)
})
