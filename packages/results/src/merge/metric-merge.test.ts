/** Metrics from the workers' batches to a run's totals, points and rows, whatever way they are split. */
import { type BatchMetric, batchSchema } from '@pone/contract/link/batch.ts'
import { MetricSum } from '@pone/metrics/metric-sums.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'
import type { MetricKind } from '@pone/schema/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type StoredBatch, toStoredBatch } from '../batches/stored-batch.ts'
import { RunMerge } from './run-merge.ts'
import { TimeAxis } from './time-axis.ts'

const labelsOf = (count: number): RunLabel[] =>
  Array.from({ length: count }, (_, index) => ({ index, name: `l${index}`, kind: 'request', component: 'c' }))

/** A value of a metric: where and when it was recorded. */
interface Recorded {
  readonly worker: number
  readonly second: number
  readonly label: number
  readonly key: string
  readonly value: number
}
const kindOf = (key: string): MetricKind =>
  key === 'roundTrip' ? 'trend' : key === 'open' ? 'gauge' : 'counter'

const metricOf = (
  label: number,
  key: string,
  values: readonly (readonly [number, number])[],
): BatchMetric => {
  const sum = new MetricSum(kindOf(key))
  for (const [value, atMs] of values) sum.record(value, atMs)
  return { label, ...sum.toWire(key) }
}

/** What agents before 0.8 send. */
const oldFields = {
  runId: 'r',
  workerId: 'agent/1.1',
  seq: 1,
  second: 0,
  users: 1,
  targetUsers: 1,
  iterations: 0,
  lateStarts: 0,
  droppedStarts: 0,
  sent: 0,
  completed: 0,
  labels: [],
  errors: [],
  log: [],
  health: null,
  end: null,
}

/** A batch as it comes over the link, as text, and is stored. */
function batchOf(
  worker: number,
  second: number,
  metrics: readonly BatchMetric[],
  untilMs?: number,
): StoredBatch {
  const told = {
    ...oldFields,
    workerId: `agent${worker}/1.1`,
    seq: second + 1,
    second,
    ...(untilMs !== undefined && { untilMs }),
    ...(metrics.length > 0 && { metrics }),
  }
  return toStoredBatch(batchSchema.parse(JSON.parse(JSON.stringify(told))), () => true)
}

function mergeOf(batches: readonly StoredBatch[], labels: readonly RunLabel[], maxPoints = 100): RunMerge {
  const merge = new RunMerge(labels, new TimeAxis({ maxPoints }))
  for (const batch of batches) merge.add(batch)
  return merge
}

const recorded: fc.Arbitrary<Recorded> = fc.record({
  worker: fc.nat(2),
  second: fc.nat(9),
  label: fc.nat(1),
  key: fc.constantFrom('messagesSent', 'roundTrip', 'open'),
  value: fc.nat(100_000),
})

/** One batch per worker and second, as the workers of the run would send them. */
function batchesOf(values: readonly Recorded[]): StoredBatch[] {
  const bySecond = Object.groupBy(values, ({ worker, second }) => `${worker} ${second}`)
  return Object.values(bySecond).flatMap((ofSecond = []) => {
    const [{ worker, second } = { worker: 0, second: 0 }] = ofSecond
    const byPair = Object.groupBy(ofSecond, ({ label, key }) => `${label} ${key}`)
    const metrics = Object.values(byPair).map((ofPair = []) => {
      const [{ label, key } = { label: 0, key: '' }] = ofPair
      return metricOf(
        label,
        key,
        ofPair.map(each => [each.value, second * 1_000]),
      )
    })
    return [batchOf(worker, second, metrics)]
  })
}

test('totals over workers and seconds are those of all values, however they are split and in whatever order they come', () => {
  fc.assert(
    fc.property(
      fc.array(recorded, { maxLength: 60 }),
      fc.boolean(),
      fc.constantFrom(3, 100),
      (values, isReversed, maxPoints) => {
        const batches = batchesOf(values)
        const merge = mergeOf(isReversed ? batches.toReversed() : batches, labelsOf(2), maxPoints)
        const rows = new Map(
          merge.metrics.table(10_000).rows.map(row => [`${row.key} ${row.label?.index ?? 'all'}`, row]),
        )
        const points = merge.axis.takeChanged(() => false)
        for (const key of ['messagesSent', 'roundTrip', 'open']) {
          const ofKey = values.filter(each => each.key === key)
          for (const label of [0, 1, 'all'] as const) {
            const of = ofKey.filter(each => label === 'all' || each.label === label)
            const expected = new MetricSum(kindOf(key))
            for (const { value, second } of of) expected.record(value, second * 1_000)
            expect(rows.get(`${key} ${label}`)?.figures).toEqual(
              of.length === 0 ? undefined : expected.figures(),
            )
          }
          const inPoints = points.flatMap(({ metrics }) => metrics?.[key] ?? [])
          const sum = inPoints.reduce((all, each) => all + (each.kind === 'counter' ? each.sum : 0), 0)
          if (kindOf(key) === 'counter') expect(sum).toBe(ofKey.reduce((all, { value }) => all + value, 0))
          const count = inPoints.reduce((all, each) => all + (each.kind === 'trend' ? each.count : 0), 0)
          if (kindOf(key) === 'trend') expect(count).toBe(ofKey.length)
        }
      },
    ),
  )
})

describe('figures per second', () => {
  test('are of all machines, over the true length of the part and of each point', () => {
    const sent = (values: readonly number[]) => values.map(value => metricOf(0, 'messagesSent', [[value, 0]]))
    const merge = mergeOf(
      [
        batchOf(1, 0, sent([30])),
        batchOf(2, 0, sent([10])),
        batchOf(1, 1, []),
        batchOf(1, 2, sent([12]), 2_500),
      ],
      labelsOf(1),
    )
    const points = merge.axis.takeChanged(() => false)
    const rates = points.map(({ lengthMs, metrics }) => {
      const figures = metrics?.['messagesSent']
      return pointRate(figures?.kind === 'counter' ? figures.sum : 0, lengthMs, 1_000)
    })
    expect(points.map(({ lengthMs }) => lengthMs)).toEqual([1_000, 1_000, 500])
    expect(rates).toEqual([40, 0, 24])
    expect(merge.metrics.table(2_500).rows[0]).toMatchObject({ label: null, perSecond: 20.8 })
  })
  test('are 0 for a part without length', () => {
    const merge = mergeOf([batchOf(1, 0, [metricOf(0, 'messagesSent', [[1, 0]])])], labelsOf(1))
    expect(merge.metrics.table(0).rows[0]?.perSecond).toBe(0)
  })
})

test('rows stand in the order in which protocols declare the metrics, all labels first, unknown ones last', () => {
  const metrics = [
    metricOf(1, 'unheardOf', [[1, 0]]),
    ...[1, 0].map(label => metricOf(label, 'roundTrip', [[5, 0]])),
  ]
  const { rows } = mergeOf(
    [batchOf(1, 0, [...metrics, metricOf(0, 'messagesSent', [[1, 0]])])],
    labelsOf(2),
  ).metrics.table(1)
  expect(rows.map(({ key, label }) => `${key} ${label?.name ?? '*'}`)).toEqual([
    'messagesSent *',
    'messagesSent l0',
    'roundTrip *',
    'roundTrip l0',
    'roundTrip l1',
    'unheardOf *',
    'unheardOf l1',
  ])
})

describe('what a machine may make a run keep is bounded', () => {
  test('labels beyond the limit have no row, their values stay in the total', () => {
    const count = 600
    const batches = ['a', 'b'].map((key, second) =>
      batchOf(
        1,
        second,
        Array.from({ length: count }, (_, label) => metricOf(label, key, [[1, 0]])),
      ),
    )
    const table = mergeOf(batches, labelsOf(count)).metrics.table(1_000)
    const totals = table.rows.filter(({ label }) => label === null)
    expect(totals.map(({ figures }) => figures)).toEqual([
      { kind: 'counter', sum: count },
      { kind: 'counter', sum: count },
    ])
    expect(table.rows.length - totals.length).toBe(maxMetricRows)
    expect([table.lacksLabels, table.lacksMetrics]).toEqual([true, false])
  })
  test('values of too many metrics are left out, which is said', () => {
    const metrics = Array.from({ length: maxRunMetrics + 5 }, (_, at) => metricOf(0, `m${at}`, [[1, 0]]))
    const merge = mergeOf([batchOf(1, 0, metrics)], labelsOf(1))
    const { rows, lacksMetrics } = merge.metrics.table(1_000)
    expect([rows.length, lacksMetrics]).toEqual([2 * maxRunMetrics, true])
    // Curves are kept of declared metrics only.
    expect(merge.axis.takeChanged(() => false)[0]).not.toHaveProperty('metrics')
  })
  test('a declared metric has its declared kind, whatever a machine says first', () => {
    const forged: BatchMetric = { ...metricOf(0, 'roundTrip', [[9, 0]]), key: 'messagesSent' }
    const honest = metricOf(0, 'messagesSent', [[4, 0]])
    const { rows, lacksMetrics } = mergeOf(
      [batchOf(1, 0, [forged]), batchOf(2, 0, [honest])],
      labelsOf(1),
    ).metrics.table(1_000)
    expect(rows.map(({ figures }) => figures)).toEqual([
      { kind: 'counter', sum: 4 },
      { kind: 'counter', sum: 4 },
    ])
    expect(lacksMetrics).toBe(true)
  })
  test('a worker’s values under no label are in the total; those of a label that is not the run’s are not', () => {
    const metrics = [-1, 0, 7].map(label => metricOf(label, 'messagesSent', [[10, 0]]))
    const { rows, lacksLabels } = mergeOf([batchOf(1, 0, metrics)], labelsOf(1)).metrics.table(1_000)
    expect(rows.map(({ label, figures }) => [label?.index ?? 'all', figures])).toEqual([
      ['all', { kind: 'counter', sum: 20 }],
      [0, { kind: 'counter', sum: 10 }],
    ])
    expect(lacksLabels).toBe(true)
  })
})

test('a server of an older version reads a batch with metrics as one without', () => {
  const { metrics: _metrics, ...older } = batchSchema.shape
  const told = { ...oldFields, metrics: [metricOf(0, 'roundTrip', [[5, 0]])] }
  expect(z.object(older).parse(told)).toEqual(oldFields)
})

test('runs without metrics carry none, also those whose batches an older version stored', () => {
  const merge = mergeOf([batchOf(1, 0, [])], labelsOf(1))
  expect(merge.metrics.table(1_000)).toEqual({ rows: [], lacksMetrics: false, lacksLabels: false })
  expect(merge.axis.takeChanged(() => false)[0]).not.toHaveProperty('metrics')
})
