import { Counters } from '@pone/metrics/counters.ts'
import { statisticsOf } from '@pone/metrics/statistics.ts'
import { describe, expect, test } from 'vitest'
import { encodeLabels } from '../batches/label-codec.ts'
import { type StoredBatch, toStoredBatch } from '../batches/stored-batch.ts'
import { sampleRun } from '../sample-run.ts'
import { RunMerge } from './run-merge.ts'
import { SuspectRanges } from './suspect-ranges.ts'
import { TimeAxis } from './time-axis.ts'

const sample = sampleRun({ seconds: 100, workers: 3 })
const { labels } = sample.record
const isRequest = (label: number) => labels[label]?.kind === 'request'
const stored = sample.batches
  .map(batch => toStoredBatch(batch, isRequest))
  .sort((a, b) => a.second - b.second)
const trusted = () => false

function merged(batches: readonly StoredBatch[], maxPoints = 1_000): RunMerge {
  const merge = new RunMerge(labels, new TimeAxis({ maxPoints }))
  for (const batch of batches) merge.add(batch)
  return merge
}
/** All requests of the sample in one go, without the merging that is tested. */
function allRequests(ofSecond?: number): Counters {
  const counters = new Counters()
  for (const batch of sample.batches) {
    if (ofSecond !== undefined && batch.second !== ofSecond) continue
    for (const one of batch.labels) if (isRequest(one.label)) counters.merge(Counters.fromWire(one))
  }
  return counters
}

test('totals equal those of all samples in one histogram, whatever the order of the batches', () => {
  const expected = statisticsOf(allRequests(), 100_000)
  expect(merged(stored).total(100_000)).toEqual(expected)
  expect(merged(stored.toReversed()).total(100_000)).toEqual(expected)
})

test('a second adds up users and requests of all workers', () => {
  const merge = merged(stored)
  const rows = merge.axis.takeChanged(trusted)
  expect(rows).toHaveLength(100)
  const second = rows[50]
  const expected = statisticsOf(allRequests(50), 1_000)
  expect(second).toMatchObject({
    second: 50,
    users: 201,
    requests: expected.count,
    p95Ms: expected.p95Ms,
    maxMs: expected.maxMs,
  })
})

test('a second that changes is told again, others are not', () => {
  const axis = new TimeAxis({ maxPoints: 1_000 })
  const merge = new RunMerge(labels, axis)
  for (const batch of stored.filter(({ workerId }) => !workerId.endsWith('/3.1'))) merge.add(batch)
  axis.takeChanged(trusted)
  axis.pack()
  const [late] = stored.filter(({ workerId, second }) => workerId.endsWith('/3.1') && second === 50)
  if (late !== undefined) merge.add(late)
  const expected = statisticsOf(allRequests(50), 1_000)
  expect(axis.takeChanged(trusted)).toMatchObject([
    { second: 50, users: 201, requests: expected.count, p95Ms: expected.p95Ms },
  ])
})

test('seconds that still grow are left for later', () => {
  const merge = merged(stored)
  expect(merge.axis.takeChanged(trusted, 9).map(row => row.second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(merge.axis.takeChanged(trusted)).toHaveLength(90)
})

describe('a long run', () => {
  test('is condensed by merging: nothing is lost, percentiles stay exact', () => {
    const { axis } = merged(stored, 30)
    const rows = axis.takeChanged(trusted)
    expect(axis.secondsPerPoint).toBe(4)
    expect(rows).toHaveLength(25)
    expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(allRequests().count)
    const counters = new Counters()
    for (const second of [40, 41, 42, 43]) counters.merge(allRequests(second))
    expect(rows[10]).toMatchObject({ second: 40, p99Ms: statisticsOf(counters, 4_000).p99Ms, users: 201 })
  })
  test('has the same figures whether it was condensed early or late', () => {
    const late = merged(stored, 30).axis.takeChanged(trusted)
    const axis = new TimeAxis({ maxPoints: 30, secondsPerPoint: 4 })
    const merge = new RunMerge(labels, axis)
    for (const batch of stored) merge.add(batch)
    expect(axis.takeChanged(trusted)).toEqual(late)
  })
})

test('iterations of arrivals have figures of their own and count as neither requests nor transactions', () => {
  const iteration = { index: labels.length, name: 'shop', kind: 'iteration', component: 'shop' } as const
  const counters = new Counters()
  counters.record(900_000, true, 0, 0)
  const [first] = stored
  if (first === undefined) throw new Error('no batches')
  const merge = new RunMerge([...labels, iteration], new TimeAxis({ maxPoints: 10 }))
  merge.add({ ...first, labels: encodeLabels([{ label: iteration.index, ...counters.toWire() }]) })
  expect(merge.total(1_000).count).toBe(0)
  expect(merge.axis.takeChanged(trusted)).toMatchObject([{ requests: 0, transactions: 0 }])
  expect(merge.labelStatistics(1_000)).toMatchObject([
    { label: { kind: 'iteration' }, count: 1, maxMs: 900, phases: null },
  ])
})

test('late and dropped starts are added up over workers, and stay whole when points are condensed', () => {
  const late = stored.map(batch => ({ ...batch, lateStarts: 2, droppedStarts: 1 }))
  expect(merged(late).axis.takeChanged(trusted)[50]).toMatchObject({ lateStarts: 6, droppedStarts: 3 })
  const rows = merged(late, 30).axis.takeChanged(trusted)
  expect(rows.reduce((sum, row) => sum + row.lateStarts, 0)).toBe(2 * late.length)
  expect(rows.reduce((sum, row) => sum + row.droppedStarts, 0)).toBe(late.length)
})

test('labels tell the parts of their response times', () => {
  const statistics = merged(stored).labelStatistics(100_000)
  const requests = statistics.filter(({ label }) => label.kind === 'request')
  expect(statistics.filter(({ phases }) => phases !== null)).toEqual(requests)
  expect(requests[0]?.phases).toMatchObject({ dnsMs: null, connectMs: 0.9, tlsMs: null, transferMs: 0.3 })
  // One request of twenty opens a connection, so that far less of the average request is connecting.
  const own = statistics.find(({ label }) => label.kind === 'request' && label.index === 3)
  expect(own?.phasesPerRequest?.['dnsMs']).toBe(0)
  expect(own?.phasesPerRequest?.['connectMs']).toBeLessThan(0.1)
})

test('requests lost with their worker count as failed', () => {
  const last = stored.at(-1)
  if (last === undefined) throw new Error('no batches')
  const lost = {
    ...last,
    seq: last.seq + 1,
    labels: Buffer.from([1]),
    errors: [],
    end: { cause: 'crashed', detail: '', lost: 7 },
  }
  const merge = merged([...stored, lost])
  const total = merge.total(100_000)
  const rows = merge.axis.takeChanged(trusted)
  expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(total.count)
  const measured = allRequests()
  expect(total).toMatchObject({
    count: measured.count + 7,
    failed: measured.failed + 7,
    p95Ms: statisticsOf(measured, 1).p95Ms,
  })
})

test('worker sequences are followed through gaps and disorder', () => {
  const { workers } = merged(stored.filter(batch => batch.seq !== 5))
  expect(workers.all().map(worker => worker.seq)).toEqual([4, 4, 4])
  expect(
    merged(stored.toReversed())
      .workers.all()
      .map(worker => worker.seq),
  ).toEqual([100, 100, 100])
})

test('suspect seconds are kept as few ranges', () => {
  const suspect = new SuspectRanges([[5, 7]])
  expect(suspect.add(6, 7)).toBe(false)
  expect(suspect.add(8, 9)).toBe(true)
  suspect.add(20, 21)
  suspect.add(1, 2)
  expect(suspect.toJSON()).toEqual([
    [1, 2],
    [5, 9],
    [20, 21],
  ])
  expect([
    suspect.touches(3, 4),
    suspect.touches(4, 5),
    suspect.touches(9, 30),
    suspect.touches(22, 30),
  ]).toEqual([false, true, true, false])
})
