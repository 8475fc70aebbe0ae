import { alertRuleSchema } from '@pone/alerts/rule.ts'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { templatesOf } from './template-model.ts'

const of = (name: string) =>
  monitorTypes
    .filter(type => type.name === name)
    .flatMap(type => templatesOf(type, { language: 'en', channelIds: [] }))

test('the thresholds of a type become rules for all its monitors, the gravest first', () => {
  expect(of('redis').map(({ rule: { name, level, content } }) => [name, level, content.max])).toEqual([
    ['Redis · Connections rejected', 'critical', 0],
    ['Redis · Memory utilisation', 'warning', 90],
    ['Redis · Connection utilisation', 'warning', 90],
    ['Redis · Lag', 'warning', 10],
  ])
})

test('of a counter that only grows the growth is compared', () => {
  const [rejected, memory] = of('redis').map(({ rule }) => rule.content.indicator)
  expect(rejected).toMatchObject({ reading: { counter: 'rejected_connections', fn: 'rate' } })
  expect(memory).toMatchObject({ reading: { fn: 'value' } })
})

test('every threshold of every type makes a valid rule', () => {
  for (const type of monitorTypes) {
    const templates = templatesOf(type, { language: 'zh', channelIds: [] })
    expect(templates).toHaveLength(type.thresholds.length)
    for (const { rule } of templates) expect(alertRuleSchema.safeParse(rule).error, type.name).toBeUndefined()
  }
})
