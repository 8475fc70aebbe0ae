import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { MonitorSection } from '@pone/monitors/type.ts'
import { expect, test } from 'vitest'
import type { SampleRow, SeriesKey } from '../../adapters/time-series/time-series.ts'
import { CollectedRows, figuresOf, type PreviousRow, previousRows } from './collected-rows.ts'
import { indicatorSources } from './indicator-values.ts'

const from = 1_790_000_000_000
const cadenceMs = 10_000
const names = { zh: '', en: '' }
const section = {
  computed: [
    { key: 'share', expression: '100 * used / size', unit: '%', names, help: names },
    { key: 'busy', expression: '100 * total / limit', unit: '%', names, help: names },
  ],
} as unknown as MonitorSection
const series: SeriesKey[] = [
  { counter: 'used', labels: { device: 'sda' }, kind: 'gauge' },
  { counter: 'used', labels: { device: 'sdb' }, kind: 'gauge' },
  { counter: 'size', labels: { device: 'sdb' }, kind: 'gauge' },
  { counter: 'total', labels: {}, kind: 'counter' },
  { counter: 'limit', labels: {}, kind: 'gauge' },
]

const rowOf = (
  of: readonly SeriesKey[],
  values: readonly number[],
  slotMs = from + cadenceMs,
  part = 0,
): SampleRow => ({
  layout: { monitorId: 'm', projectId: 'p', section: 'disks', part, cadenceMs, series: of },
  slotMs,
  values: Float64Array.from(values),
})

/** What a rule compares of a row, by its labels. */
function compared(
  indicator: AlertIndicator,
  values: readonly number[],
  previous?: readonly number[],
  onlyLabels: Record<string, string[]> = {},
): [Readonly<Record<string, string>>, number][] {
  const row = rowOf(series, values)
  const before: PreviousRow | undefined =
    previous === undefined ? undefined : { slotMs: from, series, values: Float64Array.from(previous) }
  const indexed = series.map((key, index) => ({ ...key, index }))
  return indicatorSources({ indicator, onlyLabels }, section, indexed).map(({ labels, valueBy }) => [
    labels,
    valueBy(figuresOf(row, before)),
  ])
}
const reading = (counter: string, fn: AlertReading['fn'] = 'value'): AlertReading => ({ counter, fn })
const counter = (name: string, fn: AlertReading['fn'] = 'value'): AlertIndicator => ({
  kind: 'counter',
  section: 'disks',
  reading: reading(name, fn),
})

test('a stored counter is compared of each label set that the rule names', () => {
  expect(compared(counter('used'), [1, 30, 40, 5, 9])).toEqual([
    [{ device: 'sda' }, 1],
    [{ device: 'sdb' }, 30],
  ])
  expect(compared(counter('used'), [1, 30, 40, 5, 9], undefined, { device: ['sdb', 'sdc'] })).toEqual([
    [{ device: 'sdb' }, 30],
  ])
})

test('a computed counter is compared of each label set that has all of it, whatever reading the rule names', () => {
  expect(compared(counter('share'), [1, 30, 40, 5, 9])).toEqual([[{ device: 'sdb' }, 75]])
  expect(compared(counter('share', 'rate'), [1, 30, 0, 5, 9])).toEqual([[{ device: 'sdb' }, Number.NaN]])
  expect(compared(counter('busy'), [0, 0, 0, 150, 10], [0, 0, 0, 100, 10])).toEqual([[{}, 50]])
  expect(compared(counter('busy'), [0, 0, 0, 150, 10])).toEqual([[{}, Number.NaN]])
})

test('two counters are joined by their labels, or with one that has none', () => {
  const ratio = {
    kind: 'expression',
    section: 'disks',
    left: reading('used'),
    operator: '/',
    right: reading('size'),
    factor: 100,
  } as const
  expect(compared(ratio, [1, 30, 40, 5, 9])).toEqual([[{ device: 'sdb' }, 75]])
  expect(compared(ratio, [1, 30, 0, 5, 9])).toEqual([[{ device: 'sdb' }, Number.NaN]])
  expect(compared({ ...ratio, right: reading('total') }, [1, 30, 0, 5, 9])).toHaveLength(2)
  expect(
    compared(
      { ...ratio, left: reading('share'), operator: '-', factor: 1, right: reading('limit') },
      [1, 30, 40, 5, 9],
    ),
  ).toEqual([[{ device: 'sdb' }, 66]])
})

test('a rate is unknown across a restart and without a row before', () => {
  const rate = (now: number, previous?: number): number | undefined =>
    compared(
      counter('total', 'rate'),
      [0, 0, 0, now, 0],
      previous === undefined ? undefined : [0, 0, 0, previous, 0],
    )[0]?.[1]
  expect(rate(150, 100)).toBe(5)
  expect(rate(50, 100)).toBeNaN()
  expect(rate(150)).toBeNaN()
})

test('parts of one collection are evaluated together, in whichever order they come', () => {
  const collected = new CollectedRows()
  const halves = [series.slice(0, 2), series.slice(2)] as const
  const parts = (slotMs: number, values: readonly number[]) => {
    const [one, other] = [
      rowOf(halves[0], values.slice(0, 2), slotMs, 0),
      rowOf(halves[1], values.slice(2), slotMs, 1),
    ]
    return [other, one]
  }
  const [first, second, ...others] = collected.of([
    ...parts(from + cadenceMs, [1, 30, 40, 150, 10]),
    ...parts(from, [1, 20, 40, 100, 10]),
  ])
  expect(others).toEqual([])
  expect([first, second].map(row => [row?.slotMs, [...(row?.values ?? [])]])).toEqual([
    [from, [1, 20, 40, 100, 10]],
    [from + cadenceMs, [1, 30, 40, 150, 10]],
  ])
  expect(second?.layout.series).toEqual(series)
  const stored = parts(from, [1, 20, 40, 100, 10]).map(({ layout, slotMs, values }) => ({
    ...layout,
    slotMs,
    values,
    previous: null,
  }))
  expect([...(previousRows(stored).get('m disks')?.values ?? [])]).toEqual([1, 20, 40, 100, 10])
})
