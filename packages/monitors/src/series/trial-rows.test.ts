import { expect, test } from 'vitest'
import { monitorTypeOf } from '../registry.ts'
import { trialRows } from './trial-rows.ts'

const type = monitorTypeOf('nginx')
if (type === undefined) throw new Error('no type')
const round = (atMs: number, values: Record<string, number>) => ({
  atMs,
  values: Object.entries(values).map(([counter, value]) => ({
    section: 'status',
    counter,
    labels: {},
    value,
  })),
})
const rows = trialRows(type, [
  round(0, { active: 3, accepts: 10, handled: 10, requests: 100 }),
  round(1_000, { active: 4, accepts: 12, handled: 11, requests: 150 }),
  round(3_000, { active: 5, accepts: 1, handled: 12, requests: 250 }),
])
const shown = (counter: string) => rows.find(row => row.counter === counter)?.shown

test('gauges are shown as they are, counters as rates over the time that passed', () => {
  expect(shown('active')).toEqual([3, 4, 5])
  expect(shown('requests')).toEqual([null, 50, 50])
})

test('a counter that fell has no rate', () => {
  expect(shown('accepts')).toEqual([null, 2, null])
})

test('computed counters are made of rates', () => {
  expect(shown('dropped')).toEqual([null, 1, null])
})
