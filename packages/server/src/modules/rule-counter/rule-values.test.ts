import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { type CounterRule, isCounterRule, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, it } from 'vitest'
import { type RawCurve, ruleValues } from './rule-values.ts'

const section = monitorTypeOf('host')?.sections.find(({ key }) => key === 'disks')
if (section === undefined) throw new Error('no disks')
const counterKey = section.counters.find(({ kind }) => kind === 'counter')?.key ?? ''
const gaugeKey = 'gauge'

function rule(
  counter: string,
  over: 'highest' | 'lowest' | 'sum',
  labels: Record<string, string> | null = null,
): CounterRule {
  const parsed = slaRuleSchema.parse({
    id: 'r',
    metric: 'counter',
    counter: {
      monitorId: '3b241101-e2bb-4255-8caf-4136c566a962',
      monitorName: 'm',
      section: 'disks',
      counter,
      labels,
      over,
      names: { zh: 'c', en: 'c' },
      unit: '',
    },
    operator: '<',
    threshold: 1,
  })
  if (!isCounterRule(parsed)) throw new Error('no rule on a counter')
  return parsed
}

/** A value a second; null: not collected. */
const curve = (kind: RawCurve['kind'], device: string, values: readonly (number | null)[]): RawCurve => ({
  counter: kind === 'counter' ? counterKey : gaugeKey,
  labels: { device },
  kind,
  at: values.map((_, index) => index * 1_000),
  values,
  cadences: [{ fromMs: 0, cadenceMs: 1_000 }],
})

const of = (named: CounterRule, curves: readonly RawCurve[]) => {
  const read = ruleValues(named, { section, cadenceMs: 1_000, delayMs: 0, curves })
  return read.values.map(value => (Number.isNaN(value) ? null : value))
}

it('makes rates of what only grows; a restart and a missing collection are unknown, never negative', () => {
  const restarted = [curve('counter', 'sda', [100, 110, 5, 25, null, 45, 50])]
  expect(of(rule(counterKey, 'highest'), restarted)).toEqual([null, 10, null, 20, null, 5])
  expect(
    ruleValues(rule(counterKey, 'highest'), { section, cadenceMs: 1_000, delayMs: 0, curves: restarted }),
  ).toMatchObject({
    isRate: true,
    at: [0, 1_000, 2_000, 3_000, 5_000, 6_000],
  })
})

it('joins the series of a counter, or judges the one with the labels', () => {
  const two = [curve('gauge', 'sda', [1, 5]), curve('gauge', 'sdb', [3, 2])]
  expect(of(rule(gaugeKey, 'highest'), two)).toEqual([3, 5])
  expect(of(rule(gaugeKey, 'lowest'), two)).toEqual([1, 2])
  expect(of(rule(gaugeKey, 'sum'), two)).toEqual([4, 7])
  expect(of(rule(gaugeKey, 'sum', { device: 'sdb' }), two)).toEqual([3, 2])
  expect(of(rule(gaugeKey, 'sum', { device: 'sdc' }), two)).toEqual([])
})

it('knows no sum while a series comes or goes: once without it, then it is gone', () => {
  const gone = [curve('gauge', 'sda', [1, 1, 1, 1]), curve('gauge', 'sdb', [2, null, null, 2])]
  expect(of(rule(gaugeKey, 'sum'), gone)).toEqual([3, null, 1, 3])
  expect(of(rule(gaugeKey, 'highest'), gone)).toEqual([2, 1, 1, 2])
  const born = [curve('counter', 'sda', [0, 10, 20, 30]), curve('counter', 'sdb', [null, null, 7, 9])]
  expect(of(rule(counterKey, 'sum'), born)).toEqual([null, 10, null, 12])
})

it('computes counters of values of the same labels', () => {
  const computed = section.computed.find(({ key }) => key === 'utilPercent') ?? section.computed[0]
  if (computed === undefined) throw new Error('nothing is computed')
  const names = [...new Set(section.counters.map(({ key }) => key))].filter(key =>
    computed.expression.includes(key),
  )
  const curves = names.map((counter): RawCurve => ({ ...curve('counter', 'sda', [0, 500, 900]), counter }))
  const values = of(rule(computed.key, 'highest'), curves)
  expect(values).toHaveLength(3)
  expect(values[0]).toBeNull()
  expect(values[1]).toBeGreaterThan(0)
})
