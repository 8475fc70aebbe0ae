import { slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, it } from 'vitest'
import type { Translate } from '../../lib/i18n.ts'
import { ruleSentence, ruleValue } from './sla-sentence.ts'

const t: Translate = key => `<${key.split('.').at(-1)}>`
const rule = (over: object) =>
  slaRuleSchema.parse({
    id: '3b241101-e2bb-4255-8caf-4136c566a962',
    label: '',
    metric: 'p95',
    operator: '<',
    threshold: 500,
    window: { kind: 'wholeRun' },
    action: 'record',
    whenNotRun: 'fail',
    ...over,
  })

it.each([
  [{}, '<whole> · <p95> < 500 ms'],
  [{ label: 'Buy', metric: 'tps', operator: '>=', threshold: 12.5 }, 'Buy · <tps> ≥ 12.5/s'],
  [
    { metric: 'errorPercent', threshold: 1, window: { kind: 'for', seconds: 10 } },
    '<whole> · <errorPercent> < 1 % · <for> 10 <second>',
  ],
  [
    {
      metric: 'counter',
      counter: {
        monitorId: '3b241101-e2bb-4255-8caf-4136c566a962',
        monitorName: 'db-1',
        section: 'disks',
        counter: 'used',
        labels: { mount: '/data' },
        names: { zh: '已用', en: 'Used' },
        unit: 'bytes',
      },
      threshold: 1_048_576,
    },
    'db-1: Used (/data) < 1 MiB',
  ],
])('%o reads %s', (over, text) => expect(ruleSentence(rule(over), t, 'en')).toBe(text))

it('a value has the unit of its metric', () => {
  expect(ruleValue(rule({}), 1_500)).toBe('1.5 s')
})
