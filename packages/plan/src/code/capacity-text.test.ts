import { expect, test } from 'vitest'
import { capacityTextOf, isCapacityProblem, readCapacityRules } from './capacity-text.ts'
import { slaRuleOf } from './sla-text.ts'

const problemOf = (text: string) => {
  const read = readCapacityRules(text)
  return isCapacityProblem(read) ? read : null
}

test('rules are read in their order', () => {
  expect(readCapacityRules('p95 < 300, Order: errors <= 1%,successPercent > 99')).toMatchObject([
    { id: 'capacity-1', metric: 'p95', threshold: 300 },
    { id: 'capacity-2', label: 'Order', metric: 'errorPercent', threshold: 1 },
    { id: 'capacity-3', metric: 'successPercent', threshold: 99 },
  ])
})

test.each([
  ['', 'form', 1],
  ['p95 < 300, fast', 'form', 12],
  ['p95 < 300,', 'form', 11],
  ['p95 < 300,  rps > 10', 'direction', 13],
  ['tps < 10', 'direction', 1],
  ['p95 > 300', 'direction', 1],
  ['errors < 1%, successPercent < 99', 'direction', 14],
  ['max < 5s', 'metric', 1],
  ['p95 < 300 for 10s', 'window', 1],
  [Array.from({ length: 21 }, () => 'avg < 5').join(','), 'tooMany', 161],
])('%j is refused as %s at character %i', (text, code, position) => {
  expect(problemOf(text)).toMatchObject({ code, position })
})

test('the rules of a scenario that a search can hold to are written so that they are read again', () => {
  const rules = ['p95 < 300 stop', 'rps > 5', 'Order: avg <= 1s', 'errors < 1% for 10s'].flatMap(
    text => slaRuleOf(text, text) ?? [],
  )
  expect(rules).toHaveLength(4)
  const text = capacityTextOf(rules)
  expect(text).toBe('p95 < 300, Order: avg <= 1000')
  expect(problemOf(text)).toBeNull()
})
