import type { SlowTrace } from '@pone/contract/entities/run.ts'
import { expect, test } from 'vitest'
import { toStoredBatch } from '../../batches/stored-batch.ts'
import { reportHtml } from '../../report/html/report-html.ts'
import { makeReport, type ReportStore } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import { sampleRun } from '../../sample-run.ts'

const seconds = 10
const sample = sampleRun({ seconds, workers: 2 })
const idOf = (number: number) => number.toString(16).padStart(32, '0')

/** Of the second: a request of each of two labels, slower in later seconds. */
const tracesOf = (second: number, worker: number): SlowTrace[] =>
  [0, 1].map(label => ({
    label: label + 2,
    traceId: idOf(second * 100 + worker * 10 + label),
    at: (sample.record.startedAt ?? 0) + second * 1_000 + 900,
    durationMs: second * 10 + worker + label * 0.5,
    passed: second !== 9,
  }))

function reportOf(hasTraces: boolean, part: { fromMs: number; toMs: number } | null = null) {
  const workerIds = [...new Set(sample.batches.map(({ workerId }) => workerId))]
  const stored = sample.batches.map(batch => {
    const traces = tracesOf(batch.second, workerIds.indexOf(batch.workerId))
    return toStoredBatch(hasTraces ? { ...batch, traces } : batch, () => true)
  })
  const store: ReportStore = {
    runs: { machines: async () => [...sample.machines], events: async () => [] },
    batches: {
      read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
        yield stored
          .filter(({ second }) => second >= from && second <= to)
          .sort((a, b) => a.second - b.second)
      },
      samples: async () => [],
      workerTotals: async () => [],
    },
    monitoring: { kept: async () => null, ruleValues: async () => [] },
  }
  const range = reportRange(seconds * 1_000, part ?? { fromMs: null, toMs: null })
  return makeReport({ record: sample.record, range, now: 0 }, store)
}

const names = sample.record.labels.map(({ name }) => name)

test('the three slowest of each request are told with their traces, the slowest first', async () => {
  const { traces } = await reportOf(true)
  expect(traces.map(({ label, traceId, durationMs }) => [label, traceId, durationMs])).toEqual([
    [names[3], idOf(911), 91.5],
    [names[2], idOf(910), 91],
    [names[3], idOf(901), 90.5],
    [names[2], idOf(900), 90],
    [names[3], idOf(811), 81.5],
    [names[2], idOf(810), 81],
  ])
  expect(traces.map(({ passed }) => passed)).toEqual([false, false, false, false, true, true])
})

test('the report of a part has the traces of the part', async () => {
  const { traces } = await reportOf(true, { fromMs: 2_000, toMs: 5_000 })
  expect(traces[0]).toMatchObject({ durationMs: 41.5 })
})

test('the exported file has the ids, and no section where requests carried no traces', async () => {
  const html = async (hasTraces: boolean) =>
    reportHtml(await reportOf(hasTraces), { language: 'en', projectName: 'P' })
  expect(await html(true)).toContain(`<code>${idOf(911)}</code>`)
  expect(await html(false)).not.toContain('Traces of slow requests')
})
