import { taskDocumentSchema } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { expect, test } from 'vitest'
import { assertOneEngine, isToFit, namesOfOtherEngine } from './task-engine.ts'

const of = (engine: Engine, ...names: string[]) => names.map(scenarioName => ({ scenarioName, engine }))

test.each([
  { what: 'nothing', set: 'pr', scenarios: [], others: [] },
  { what: 'PR in PR', set: 'pr', scenarios: of('pr', 'Shop', 'Pay'), others: [] },
  { what: 'JMeter in JMeter', set: 'jmeter', scenarios: of('jmeter', 'Shop'), others: [] },
  { what: 'JMeter in PR', set: 'pr', scenarios: of('jmeter', 'Shop'), others: ['Shop'] },
  { what: 'PR in JMeter', set: 'jmeter', scenarios: of('pr', 'Shop'), others: ['Shop'] },
  {
    what: 'both in PR',
    set: 'pr',
    scenarios: [...of('pr', 'Shop'), ...of('jmeter', 'Old', 'Older')],
    others: ['Old', 'Older'],
  },
  { what: 'one scenario twice', set: 'pr', scenarios: of('jmeter', 'Old', 'Old'), others: ['Old'] },
] as const)('of a set of one type, those of the other are named: $what', ({ set, scenarios, others }) => {
  expect(namesOfOtherEngine(set, scenarios)).toEqual(others)
})

test('the refusal names set, scenarios and both types', () => {
  const set = { name: 'Nightly', engine: 'pr' } as const
  expect(() => assertOneEngine(set, of('pr', 'Shop'))).not.toThrow()
  expect(() => assertOneEngine(set, [...of('pr', 'Shop'), ...of('jmeter', 'Old')])).toThrow(
    expect.objectContaining({
      code: 'TaskOtherEngine',
      params: { set: 'Nightly', wanted: 'PR', scenarios: 'Old', engine: 'JMeter' },
    }),
  )
})

const before = taskDocumentSchema.parse({ kind: 'task', scenarioId: null })
test.each([
  { what: 'stays on', change: { loadPercent: 50 }, fits: true },
  { what: 'is switched off', change: { isEnabled: false }, fits: false },
  {
    what: 'gets another scenario while off',
    change: { isEnabled: false, scenarioId: '00000000-0000-4000-8000-000000000001' },
    fits: true,
  },
])('whether a saved task must be of its set’s type: it $what', ({ change, fits }) => {
  expect(isToFit(before, { ...before, ...change })).toBe(fits)
})
