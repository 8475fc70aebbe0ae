import { expect, it } from 'vitest'
import { newRule, withMetric, withWindow } from './sla-rule.ts'

const rule = { ...newRule('r'), threshold: 250 }

it.each([
  ['p99', { operator: '<', threshold: 250 }],
  ['errorPercent', { operator: '<', threshold: 1 }],
  ['successPercent', { operator: '>=', threshold: 99 }],
  ['rps', { operator: '>=', threshold: 10 }],
  ['tps', { operator: '>=', threshold: 10 }],
] as const)('with the metric %s a rule has %o', (metric, expected) => {
  expect(withMetric(rule, metric)).toEqual({ ...rule, metric, ...expected })
})

it('between the two percentages operator and threshold change; back at response times the defaults apply', () => {
  const errors = withMetric({ ...rule, operator: '>' }, 'errorPercent')
  expect(withMetric(errors, 'successPercent')).toMatchObject({ operator: '>=', threshold: 99 })
  expect(withMetric(errors, 'avg')).toMatchObject({ operator: '<', threshold: 500 })
  expect(withMetric(withMetric(rule, 'rps'), 'tps')).toMatchObject({
    metric: 'tps',
    operator: '>=',
    threshold: 10,
  })
})

it('changing the kind of window keeps its length', () => {
  const over = withWindow(rule, 'for')
  expect(over.window).toEqual({ kind: 'for', seconds: 10 })
  expect(withWindow({ ...over, window: { kind: 'for', seconds: 42 } }, 'within').window).toEqual({
    kind: 'within',
    seconds: 42,
  })
  expect(withWindow(over, 'wholeRun').window).toEqual({ kind: 'wholeRun' })
})
