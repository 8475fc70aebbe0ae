import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { offsetOf } from '@pone/monitors/series/grid.ts'
import { expect, test } from 'vitest'
import type { SampleRow } from '../../adapters/time-series/time-series.ts'
import { OwnSlots, ownInstants } from './own-slots.ts'

const pace = { id: 'm', frequencyMs: 5_000, definition: monitorTypeOf('host') }
const first = 1_700_000_000_000 - (1_700_000_000_000 % 5_000) + offsetOf('m', 5_000)
const seconds = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => first + (from + index * step) * 1_000)
const rowOf = (slotMs: number, cadenceMs: number): SampleRow => ({
  layout: { monitorId: 'm', projectId: 'p', section: 'cpu', part: 0, cadenceMs, series: [] },
  slotMs,
  values: new Float64Array(),
})
const monitors = new Map([['m', pace]])
const evaluated = (rows: readonly SampleRow[], slots = new OwnSlots()): number[] => {
  const taken = slots.of(rows, monitors)
  slots.stored(taken)
  return taken.map(({ slotMs }) => slotMs)
}

test('a monitor that is collected each second for a while is evaluated at the slots of its own frequency', () => {
  const rows = [
    ...seconds(0, 20, 5).map(slot => rowOf(slot, 5_000)),
    ...seconds(20, 40).map(slot => rowOf(slot, 1_000)),
    ...seconds(40, 60, 5).map(slot => rowOf(slot, 5_000)),
  ]
  expect(evaluated(rows)).toEqual(seconds(0, 60, 5))
  const slots = new OwnSlots()
  expect(rows.flatMap(row => evaluated([row], slots))).toEqual(seconds(0, 60, 5))
  expect(
    ownInstants(
      rows.map(({ slotMs }) => slotMs),
      'cpu',
      pace,
    ),
  ).toEqual(seconds(0, 60, 5))
})

test('where a collection of an own slot is missing, the next one stands for it', () => {
  const rows = seconds(0, 20)
    .filter(slot => slot !== first + 5_000 && slot !== first + 6_000)
    .map(slot => rowOf(slot, 1_000))
  expect(evaluated(rows).map(slot => (slot - first) / 1_000)).toEqual([0, 7, 10, 15])
})

test('at its own frequency every row is evaluated, also a late one', () => {
  const rows = [...seconds(0, 20, 5), first + 2_500].map(slot => rowOf(slot, 5_000))
  expect(evaluated(rows)).toHaveLength(5)
})

test('what could not be stored is evaluated again', () => {
  const slots = new OwnSlots()
  const rows = seconds(0, 6).map(slot => rowOf(slot, 1_000))
  expect(slots.of(rows, monitors)).toEqual(slots.of(rows, monitors))
  slots.stored(slots.of(rows, monitors))
  expect(
    slots.of(
      seconds(6, 10).map(slot => rowOf(slot, 1_000)),
      monitors,
    ),
  ).toEqual([])
})
