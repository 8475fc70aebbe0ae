/** Monitoring in a report: cut to its part, its notes, the verdict, the exported file and the tables. */
import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { toStoredBatch } from '../../batches/stored-batch.ts'
import { reportHtml } from '../../report/html/report-html.ts'
import { makeReport, type ReportStore } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import { sampleRun } from '../../sample-run.ts'
import { reportCsv } from '../figures/csv.ts'
import { seriesColumns } from '../timeline/series-columns.ts'

const monitorId = '00000000-0000-4000-8000-000000000001'
const seconds = 20

const series = (given: Partial<RunSeries>): RunSeries => ({
  monitorId,
  section: 'cpu',
  counter: 'busy',
  labels: {},
  names: { zh: 'CPU 使用率', en: 'CPU use' },
  unit: '%',
  role: 'utilisation',
  nature: 'busy',
  capacity: [[0, 100]],
  queue: null,
  fromMs: 400,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values: Array.from({ length: seconds }, (_, at) => (at === 5 ? null : at)),
  ...given,
})

const kept: RunMonitoring = {
  links: [{ id: monitorId, name: 'Link', isStartedByRun: false, fromMs: -5_000, untilMs: 12_000 }],
  monitors: [
    {
      id: monitorId,
      name: 'Host',
      type: 'host',
      typeNames: { zh: '主机', en: 'Host' },
      category: 'host',
      nodes: ['Host'],
      sections: {},
      isDeleted: true,
      collector: 'vm-1',
      clockOffsetMs: 90_000,
    },
  ],
  series: [series({})],
  charts: [{ monitorId, names: { zh: 'CPU', en: 'CPU' }, unit: '%', style: 'line', series: [0] }],
  gaps: [
    { monitorId, section: '', cause: 'stopped', params: {}, fromMs: 12_000, untilMs: null },
    { monitorId, section: 'cpu', cause: 'timedOut', params: {}, fromMs: 5_000, untilMs: 6_000 },
  ],
  omitted: 3,
  edges: [],
}

function reportOf(monitoring: RunMonitoring | null, part: { fromMs: number; toMs: number } | null = null) {
  const sample = sampleRun({ seconds, workers: 2 })
  const store: ReportStore = {
    runs: { machines: async () => [...sample.machines], events: async () => [] },
    batches: {
      read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
        const stored = sample.batches.map(batch => toStoredBatch(batch, () => true))
        yield stored
          .filter(({ second }) => second >= from && second <= to)
          .sort((a, b) => a.second - b.second)
      },
      samples: async () => [],
      workerTotals: async () => [],
    },
    monitoring: { kept: async () => monitoring, ruleValues: async () => [] },
  }
  const range = reportRange(seconds * 1_000, part ?? { fromMs: null, toMs: null })
  return makeReport({ record: sample.record, range, now: 0 }, store)
}

test('a report of a run without links has neither section', async () => {
  const content = await reportOf(null)
  expect([content.monitoring, content.bottleneck, content.missing]).toEqual([null, null, []])
  expect(reportHtml(content, { language: 'en', projectName: 'P' })).not.toContain('Bottleneck verdict')
})

test('links, deleted monitors, clocks and gaps are told', async () => {
  const content = await reportOf(kept)
  expect(content.monitoring?.notes.map(({ name, text }) => `${name}: ${text.en}`)).toEqual([
    'Link: ran before the run and was not stopped with it; stopped at 0:12; no data after that',
    'Host: Monitor “Host” was deleted; the charts show what was kept at the end of the run',
    'Host: The clock of vm-1 differs from the server’s by 90000 ms; times are by the server’s clock',
    'Host: No data 0:12 – …: the monitor was stopped',
    'Host: No data 0:05 – 0:06: the target did not respond in time',
    ': 3 more series were not kept',
  ])
  const gone = await reportOf({ ...kept, series: [], charts: [] })
  expect(gone.monitoring?.notes[1]).toMatchObject({
    text: { en: 'Monitor “Host” was deleted; its data was not kept' },
    isProblem: true,
  })
})

test('a part of a run has the values of the part, on the same axis', async () => {
  const { monitoring } = await reportOf(kept, { fromMs: 3_000, toMs: 8_000 })
  expect(monitoring?.series[0]).toMatchObject({ fromMs: 3_400, values: [3, 4, null, 6, 7] })
  expect(monitoring?.gaps.map(({ cause }) => cause)).toEqual(['timedOut'])
})

test('counters that moved with the load are told beside others that are collected too rarely', async () => {
  const rare = series({ counter: 'space', stepMs: 15_000, cadenceMs: 15_000, values: [1, 2] })
  const { bottleneck } = await reportOf({ ...kept, series: [series({}), series({ counter: 'b' }), rare] })
  expect(bottleneck?.correlations.map(({ names }) => names.en)).toEqual(['Host: CPU use', 'Host: CPU use'])
  expect(bottleneck?.correlations[0]).toMatchObject({ lagMs: 0, pairs: expect.any(Number) })
  expect(bottleneck?.correlations[0]?.r).toBeGreaterThan(0.9)
})

test('the verdict and the series stand in the exported files', async () => {
  const content = await reportOf(kept)
  const { bottleneck } = content
  expect(bottleneck?.sentence.en).toMatch(
    /^The knee was not reached: .* lowest projected ceiling: Host: CPU use [\d,]+\/s \(95% interval [\d,]+ – [\d,]+\)\.$/,
  )
  const file = reportHtml(content, { language: 'en', projectName: 'P' })
  expect(file).toContain(bottleneck?.sentence.en)
  expect(file).toContain('Host · CPU')
  const table = reportCsv(content, 'en')
  expect(table).toContain(`\r\n\r\nBottleneck verdict,${bottleneck?.sentence.en}\r\n`)
  expect(table).toContain('\r\nHost: CPU use,Application,Projected ceiling,')
  const parts = bottleneck?.blame?.parts ?? []
  expect(parts.reduce((sum, { share01 }) => sum + (share01 ?? 0), 0)).toBeCloseTo(1)
  // No monitor tells how long a database works.
  expect(parts.filter(({ share01 }) => share01 === null).map(({ part }) => part)).toEqual([
    'application',
    'database',
  ])
  expect(table).toContain('\r\nUnknown,')
  const column = seriesColumns(content).find(({ en }) => en === 'Host: CPU use (%)')
  // A value that was collected 0.4 s after a second begins stands in the row of that second.
  expect(column?.values.slice(0, 7)).toEqual([0, 1, 2, 3, 4, null, 6])
})

/** A database that tells how long its statements take, how many are at work, or how many sessions wait for a lock. */
async function blameOf(
  told: Partial<Record<'activeMs' | 'active' | 'waitingForLock', (at: number) => number | null>>,
) {
  const units = { activeMs: 'ms/s', active: 'count', waitingForLock: 'count' }
  const all = Object.entries(told).map(([counter, valueAt]) =>
    series({
      counter,
      unit: units[counter as keyof typeof units],
      role: null,
      capacity: [],
      ...(counter === 'waitingForLock'
        ? { nature: 'waiting' as const }
        : { nature: null, timeOf: 'database' as const }),
      values: Array.from({ length: seconds }, (_, at) => valueAt(at)),
    }),
  )
  const monitors = kept.monitors.map(monitor => ({ ...monitor, category: 'database' as const }))
  const { bottleneck } = await reportOf({ ...kept, monitors, series: all })
  const blame = bottleneck?.blame
  return { blame, database: blame?.parts.find(({ part }) => part === 'database') }
}

test('the time of a database is checked by its sessions: five at work are 50 times 100 ms in a second', async () => {
  const { blame, database } = await blameOf({ activeMs: () => 100, active: () => 5 })
  const { source, workedMs, seenMs } = blame?.disagreement ?? {}
  expect(source).toBe('sessions')
  expect((seenMs ?? 0) / (workedMs ?? 1)).toBeCloseTo(50, 6)
  expect(database?.share01).toBeNull()
  const content = await reportOf(kept)
  expect(reportHtml(content, { language: 'en', projectName: 'P' })).not.toContain('they disagree')
})

test('half a session at work on average agrees with 500 ms in a second', async () => {
  const { blame, database } = await blameOf({ activeMs: () => 500, active: at => at % 2 })
  expect(blame?.disagreement).toBeNull()
  expect(database?.share01).toBeGreaterThan(0)
})

test('a database that does not tell its time is judged by its sessions alone', async () => {
  const { blame, database } = await blameOf({ activeMs: () => null, active: at => at % 2 })
  expect(blame?.disagreement).toBeNull()
  expect(database?.share01).toBeGreaterThan(0)
})

test('two sessions that wait for a lock contradict 20 ms of statements in a second', async () => {
  const { blame, database } = await blameOf({ activeMs: () => 20, waitingForLock: () => 2 })
  expect(blame?.disagreement?.source).toBe('waiting')
  expect(database?.share01).toBeNull()
})
