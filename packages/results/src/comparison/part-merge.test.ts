import { Counters } from '@pone/metrics/counters.ts'
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { statisticsOf } from '@pone/metrics/statistics.ts'
import { windowWidths } from '@pone/metrics/window-widths.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { describe, expect, test } from 'vitest'
import { type CondensedSeconds, Condenser, condensedWidth } from '../batches/condenser.ts'
import { encodeLabels } from '../batches/label-codec.ts'
import { type StoredBatch, toStoredBatch } from '../batches/stored-batch.ts'
import { sampleRun } from '../sample-run.ts'
import { curvesOf } from './compared-curves.ts'
import { partOfRun } from './compared-part.ts'
import type { ResultsStore } from './merged-seconds.ts'
import { PartMerge } from './part-merge.ts'
import { readPart } from './read-part.ts'

const never = new AbortController().signal
const labels: RunLabel[] = ['buy', 'list'].map((name, index) => ({
  index,
  name,
  kind: 'request',
  component: 'c',
}))

/** By nearest rank. */
const percentileOf = (sorted: readonly number[], percentile: number) =>
  sorted[Math.max(1, Math.ceil((percentile * sorted.length) / 100 - 1e-6)) - 1] ?? 0
const within01Percent = (value: number, truth: number) =>
  expect(Math.abs(value - truth)).toBeLessThanOrEqual(Math.abs(truth) * 0.001)

describe('merged figures', () => {
  test.each([1, 2, 3])('of seed %i are those of the sorted samples within 0.1 percent', seed => {
    const random = seededRandom(seed)
    const seconds = 20 + Math.floor(random() * 60)
    const span = { fromSecond: 0, toSecond: seconds }
    const merge = new PartMerge({ labels, span, widths: windowWidths([span]) })
    const samples: number[][] = [[], []]
    const scale = 10 ** (2 + 5 * random())
    for (let second = 0; second < seconds; second++) {
      for (let worker = 0; worker < 3; worker++) {
        const counters = labels.map(({ index }) => {
          const one = new Counters()
          for (let at = Math.floor(random() * 40); at > 0; at--) {
            const us = Math.round(scale * Math.exp(4 * random() * random()))
            one.record(us, true, 0, 0)
            samples[index]?.push(us / 1_000)
          }
          return { label: index, ...one.toWire() }
        })
        merge.add({ second, lost: 0, worker: 'a/1.1', users: null, labels: encodeLabels(counters) })
      }
    }
    merge.finish()
    const all = [
      [merge.statisticsOfAll(1_000), samples.flat()],
      ...labels.map(({ index }) => [
        statisticsOf(merge.labels.get(index)?.total ?? new Counters(), 1_000),
        samples[index] ?? [],
      ]),
    ] as [ReturnType<typeof statisticsOf>, number[]][]
    for (const [statistics, values] of all) {
      const sorted = values.toSorted((a, b) => a - b)
      expect(statistics.count).toBe(sorted.length)
      expect([statistics.minMs, statistics.maxMs]).toEqual([sorted[0], sorted.at(-1)])
      within01Percent(statistics.avgMs, sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length)
      within01Percent(statistics.p50Ms, percentileOf(sorted, 50))
      within01Percent(statistics.p95Ms, percentileOf(sorted, 95))
      within01Percent(statistics.p999Ms, percentileOf(sorted, 99.9))
    }
  })
})

const sample = sampleRun({ seconds: 103, workers: 2, requestsPerSecond: 60 })
const stored = sample.batches
  .map(batch => toStoredBatch(batch, () => true))
  .sort((a, b) => a.second - b.second)
const last = stored.at(-1)
if (last !== undefined)
  stored.push({
    ...last,
    seq: 999,
    users: 0,
    labels: Buffer.from([1]),
    end: { cause: 'crashed', detail: '', lost: 7 },
  })
const width = 4
const store = { batches: { read: readBatches }, condensed: { read: readRows } } satisfies ResultsStore
async function* readBatches(
  _runId: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredBatch[]> {
  yield stored.filter(({ second }) => second >= from && second <= to)
}
async function* readRows(_runId: string, from: number, to: number): AsyncGenerator<CondensedSeconds[]> {
  const condenser = new Condenser(width)
  const rows = [...stored.map(batch => condenser.add(batch)), condenser.finish()].filter(row => row !== null)
  yield rows.filter(({ second }) => second >= from && second <= to)
}

describe('a condensed run', () => {
  test.each([
    [null, null],
    [30_000, null],
    [33_000, 91_000],
    [41_000, 43_000],
  ])('from %s to %s ms has the figures, windows and curves of its batches', async (fromMs, toMs) => {
    const part = partOfRun(sample.record, { runId: '', fromMs, toMs }, 0)
    const widths = windowWidths([part.span]).filter(seconds => seconds >= width)
    const [batches, rows] = await Promise.all(
      [null, width].map(rowSeconds =>
        readPart({ ...part, rowSeconds }, { store, widths, window: part.span, signal: never }),
      ),
    )
    if (batches === undefined || rows === undefined) throw new Error('nothing was read')
    expect(rows.statisticsOfAll(1_000)).toEqual(batches.statisticsOfAll(1_000))
    expect(rows.lost).toBe(batches.lost)
    expect(rows.peakUsers).toBe(batches.peakUsers)
    for (const [index, { total, windows }] of batches.labels) {
      expect(statisticsOf(rows.labels.get(index)?.total ?? new Counters(), 1_000)).toEqual(
        statisticsOf(total, 1_000),
      )
      expect(rows.labels.get(index)?.windows.levels).toEqual(windows.levels)
    }
    expect(rows.requests.windows.levels).toEqual(batches.requests.windows.levels)
    const { secondsPerPoint, curves } = await curvesOf([{ ...part, rowSeconds: width }], {
      label: null,
      store,
      signal: never,
    })
    expect(secondsPerPoint).toBe(1)
    expect(curves[0]?.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(
      batches.statisticsOfAll(1).count,
    )
  })

  test('has the peak of users of its part, not that of the run', async () => {
    const peakOf = async (fromMs: number, toMs: number) => {
      const part = partOfRun(sample.record, { runId: '', fromMs, toMs }, 0)
      return (
        await readPart({ ...part, rowSeconds: null }, { store, widths: [], window: part.span, signal: never })
      ).peakUsers
    }
    expect(await peakOf(0, 4_000)).toBe(40)
    expect(await peakOf(0, 40_000)).toBe(200)
  })

  test('has few rows, however long it was, and tells the most users of their seconds', async () => {
    expect([60, 1_024, 3_600, 86_400].map(condensedWidth)).toEqual([2, 2, 8, 256])
    const rows = (await Array.fromAsync(readRows('', 0, 1_000))).flat()
    expect(rows.map(({ second }) => second)).toEqual(Array.from({ length: 26 }, (_, index) => index * width))
    expect(rows[20]?.users).toBe(200)
    expect(rows.map(({ lost }) => lost).filter(lost => lost > 0)).toEqual([7])
  })

  test('of which nothing is wide enough for its rows is read batch by batch', async () => {
    const part = partOfRun(sample.record, { runId: '', fromMs: null, toMs: null }, 0)
    const failing = {
      ...store,
      condensed: {
        read: () => {
          throw new Error('rows were read')
        },
      },
    }
    await expect(
      readPart(
        { ...part, rowSeconds: width },
        { store: failing, widths: [2], window: part.span, signal: never },
      ),
    ).resolves.toBeDefined()
  })
})

test('a damaged batch is left out, the others count', async () => {
  const sample = sampleRun({ seconds: 40, workers: 1 })
  const isRequest = (label: number) => sample.record.labels[label]?.kind === 'request'
  const stored = sample.batches.map(batch => toStoredBatch(batch, isRequest))
  const damaged = stored.map((batch, index) =>
    index === 20 ? { ...batch, labels: Buffer.from([9, 9]) } : batch,
  )
  const read = async (batches: StoredBatch[]) => {
    const part = { ...partOfRun(sample.record, { runId: '', fromMs: null, toMs: null }, 0), rowSeconds: null }
    const store = {
      batches: {
        async *read() {
          yield batches
        },
      },
      condensed: { async *read() {} },
    }
    return (await readPart(part, { store, widths: [2], window: part.span, signal: never })).statisticsOfAll(1)
      .count
  }
  expect(await read(damaged)).toBe((await read(stored)) - (stored[20]?.counted ?? 0))
})
