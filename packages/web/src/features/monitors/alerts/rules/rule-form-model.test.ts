import { alertRuleSchema } from '@pone/alerts/rule.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../../../test-runs.ts'
import {
  differingFields,
  faultsOf,
  formOf,
  newRule,
  type RuleForm,
  ruleFormSchema,
  ruleOf,
} from './rule-form-model.ts'

const whole: RuleForm = newRule({
  name: 'Clients',
  monitorIds: [idOf(1)],
  left: 'server connected_clients',
  max: 90,
})

test('a new form has the defaults of the rule, and is complete with a name, a scope, a counter and a threshold', () => {
  expect(faultsOf(whole, null)).toEqual({})
  expect(ruleFormSchema.safeParse(whole).success).toBe(true)
  expect(alertRuleSchema.parse(ruleOf(whole)).content).toMatchObject({
    scope: { kind: 'monitors', monitorIds: [idOf(1)] },
    indicator: {
      kind: 'counter',
      section: 'server',
      reading: { counter: 'connected_clients', fn: 'value' },
    },
    triggerCycleMinutes: 5,
    times: 1,
  })
})

test.each<[string, Partial<RuleForm>]>([
  ['a type', { scopeKind: 'type', type: 'redis' }],
  ['a group', { scopeKind: 'group', groupId: idOf(3) }],
  ['a rate', { leftFn: 'rate' }],
  [
    'an expression',
    {
      indicatorKind: 'expression',
      right: 'server maxclients',
      rightFn: 'rate',
      operator: '/',
      factor: 100,
      onlyLabels: { db: ['0'] },
    },
  ],
  ['no data', { indicatorKind: 'noData' }],
  ['certificate days', { indicatorKind: 'certificateDays', max: null, min: 14 }],
  [
    'labels, hours and maintenance',
    {
      labels: [{ name: 'team', value: 'orders' }],
      workingHours: [{ days: [1, 2], from: '09:00', to: '18:00' }],
      maintenance: [{ from: 1, to: 2 }],
      dependsOn: [idOf(4)],
      channelIds: [idOf(5)],
    },
  ],
])('a rule with %s is the same after it was stored and opened again', (_, over) => {
  const rule = alertRuleSchema.parse(ruleOf({ ...whole, ...over }))
  expect(ruleOf(formOf(rule))).toEqual(rule)
})

test.each<[keyof RuleForm, string, Partial<RuleForm>]>([
  ['monitorIds', 'alert.fault.monitors', { monitorIds: [] }],
  ['type', 'alert.fault.type', { scopeKind: 'type' }],
  ['groupId', 'alert.fault.group', { scopeKind: 'group' }],
  ['left', 'alert.fault.counter', { left: null }],
  ['right', 'alert.fault.counter', { indicatorKind: 'expression' }],
  ['right', 'alert.fault.otherSection', { indicatorKind: 'expression', right: 'keyspace keys' }],
  ['max', 'alert.fault.threshold', { max: null }],
  ['min', 'alert.fault.minAboveMax', { min: 91 }],
  ['labels', 'alert.fault.labelName', { labels: [{ name: ' ', value: 'x' }] }],
  [
    'labels',
    'alert.fault.labelName',
    {
      labels: [
        { name: 'a', value: '' },
        { name: 'a', value: '' },
      ],
    },
  ],
  ['maintenance', 'alert.fault.maintenance', { maintenance: [{ from: 2, to: 2 }] }],
  ['maintenance', 'alert.fault.maintenance', { maintenance: [{ from: 2, to: null }] }],
])('a fault of %s is %s', (field, text, over) => {
  expect(faultsOf({ ...whole, ...over }, null)).toEqual({ [field]: { text } })
})

test('a rule cannot need more breaches than the trigger cycle holds values', () => {
  const cycle = { triggerCycleMinutes: 1 }
  expect(faultsOf({ ...whole, ...cycle, times: 4 }, 15_000)).toEqual({})
  expect(faultsOf({ ...whole, ...cycle, times: 5 }, 15_000)).toEqual({
    times: { text: 'alert.fault.times', most: 4 },
  })
  expect(faultsOf({ ...whole, ...cycle, times: 5 }, null)).toEqual({})
})

test('what does not belong to the chosen kinds is no fault and is not stored', () => {
  const form = { ...whole, indicatorKind: 'availability' as const, left: null, onlyLabels: { db: ['0'] } }
  expect(faultsOf(form, null)).toEqual({})
  expect(ruleOf(form).content).toMatchObject({ indicator: { kind: 'availability' }, onlyLabels: {} })
})

test('two versions differ in the fields that were changed', () => {
  expect(differingFields(whole, { ...whole, max: 80, name: 'Other' })).toEqual(['name', 'max'])
  expect(differingFields(whole, formOf(ruleOf(whole)))).toEqual([])
})
