/** The figures that an audit of version 0.5.0 found untrue: the users of a part, its verdict and texts, the last partial second, the CPU of the machine. */
import { randomUUID } from 'node:crypto'
import { exchangeSchema } from '@pone/contract/entities/run.ts'
import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { toStoredBatch } from '../batches/stored-batch.ts'
import { closeFigures } from '../live/closing-figures.ts'
import { LiveRun } from '../live/live-run.ts'
import { reportRange } from '../report-range.ts'
import type { RunRecord } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { reportCsv } from '../sections/figures/csv.ts'
import { reportFileName } from './file-name.ts'
import { reportHtml } from './html/report-html.ts'
import { makeReport, type ReportStore } from './make-report.ts'

/** 24 users come within 10 s, two at a time on each of two workers; the run is planned for 57 s and drains for 13 ms. */
const seconds = 57
const drainMs = 13
const usersAt = (second: number) => Math.min(12, second + 1)

const base = sampleRun().record
const startedAt = base.startedAt ?? 0
const rules = [
  { id: 'errors', metric: 'errorPercent', operator: '<', threshold: 1 },
  { id: 'rps', metric: 'rps', operator: '>', threshold: 100 },
] as const
const recordOf = (changes: Partial<RunRecord> = {}): RunRecord => ({
  ...base,
  id: randomUUID(),
  labels: [{ index: 0, name: 'get', kind: 'request', component: 'shop' }],
  scenario: scenarioDocumentSchema.parse({
    loadModel: { kind: 'constant', users: 24, rampUpSeconds: 10, durationSeconds: seconds },
    sla: rules,
  }),
  plannedDurationMs: seconds * 1_000,
  rampUpEndMs: 10_000,
  endedAt: null,
  peakUsers: 0,
  suspect: [],
  isGeneratorLimit: false,
  ...changes,
})

function batchOf(worker: number, second: number): Batch {
  const isLast = second === seconds
  const counters = new Counters()
  for (let request = 0; request < (isLast ? 2 : 10 * usersAt(second)); request++)
    counters.record(20_000, second !== 50, 100, 1_000)
  const { count } = counters
  return batchSchema.parse({
    runId: 'run',
    workerId: `agent/${worker}.1`,
    seq: second + 1,
    second,
    untilMs: isLast ? seconds * 1_000 + drainMs : (second + 1) * 1_000,
    users: isLast ? 0 : usersAt(second),
    userPeaks: isLast ? [12, 0, 0, 0, 0, 0, 0, 0, 0, 0] : [usersAt(second)],
    targetUsers: usersAt(second),
    iterations: count,
    lateStarts: 0,
    droppedStarts: 0,
    sent: 0,
    completed: 0,
    labels: [{ label: 0, ...counters.toWire() }],
    errors:
      second === 50
        ? [{ label: 0, code: 'HTTP 500', message: 'm', count, at: startedAt + 50_500, sample: null }]
        : [],
    log: [],
    // Nothing is measured over the last 13 ms.
    health: isLast
      ? null
      : {
          cpu01: 0.02,
          cpuCores: 1,
          hostCpu01: second >= 20 && second < 30 ? 0.98 : 0.3,
          hostCores: 2,
          spanMs: 1_000,
          eventLoopDelayMs: 1,
          memoryBytes: 1,
          connections: 1,
        },
    end: isLast ? { cause: 'planned', detail: '', lost: 0 } : null,
  })
}
const batches = Array.from({ length: seconds + 1 }, (_, second) =>
  [1, 2].map(worker => batchOf(worker, second)),
)
  .flat()
  .map(batch => toStoredBatch(batch, () => true))
const sampleOf = (atMs: number) => ({
  label: 0,
  code: 'HTTP 500',
  message: 'm',
  sample: exchangeSchema.parse({
    at: startedAt + atMs,
    label: 'get',
    method: 'GET',
    url: 'http://shop.example/',
    requestHeaders: [],
    requestBody: '',
    status: 500,
    responseHeaders: [],
    responseBody: '',
    responseBytes: 0,
    durationMs: 20,
    protocol: 'http',
    phases: {},
    error: null,
    checkpoints: [],
    extracted: [],
  }),
})
const store = (sampleAtMs = 50_400): ReportStore => ({
  runs: {
    machines: async () => [
      {
        agentId: 'agent',
        name: 'load-01',
        from01: 0,
        to01: 1,
        shares: [],
        startSkewMs: 1,
        endCause: 'planned',
        endDetail: '',
      },
    ],
    events: async () => [{ at: startedAt + 30_000, kind: 'loadChanged', params: { load: 24 }, by: 'tester' }],
  },
  batches: {
    read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
      yield batches.filter(({ second }) => second >= from && second <= to)
    },
    samples: async () => [sampleOf(sampleAtMs)],
    workerTotals: async () => [],
  },
})

/** As the controller ends it. */
function ended(changes: Partial<RunRecord> = {}): { record: RunRecord; live: LiveRun } {
  const record = recordOf(changes)
  const live = new LiveRun(record)
  for (const batch of batches) live.add(batch)
  closeFigures(record, live, { startedAt, now: startedAt + 60_000 })
  return { record, live }
}
async function report(
  part: { fromMs: number | null; toMs: number | null },
  {
    includesRampUp = false,
    sampleAtMs = 50_400,
    ...changes
  }: Partial<RunRecord> & { includesRampUp?: boolean; sampleAtMs?: number } = {},
) {
  const { record } = ended(changes)
  const range = reportRange(runDurationMs(record) ?? 0, part)
  return makeReport({ record, range, includesRampUp, now: 0 }, store(sampleAtMs))
}
const all = { fromMs: null, toMs: null }

describe('the whole run', () => {
  let content: Awaited<ReturnType<typeof report>>
  beforeAll(async () => {
    content = await report(all)
  })

  test('lasts as long as its workers say, and reads the same everywhere', () => {
    const { record } = ended()
    expect(runDurationMs(record)).toBe(57_013)
    expect(content.toMs).toBe(57_013)
    const html = reportHtml(content, { language: 'en', projectName: '' })
    expect(html).toContain('57 s')
    expect(html).toContain('0:00 – 0:57')
    expect([formatDuration(57_013), formatClock(57.013)]).toEqual(['57 s', '0:57'])
  })

  test('has live figures that equal those of its report once it has ended', () => {
    const { record, live } = ended()
    expect(live.merge.total(live.windowMs())).toEqual(content.total)
    expect(record).toMatchObject({
      requests: content.total.count,
      requestsPerSecond: content.total.perSecond,
      p95Ms: content.total.p95Ms,
      peakUsers: content.peakUsers,
      usersBasis: 'maximum',
    })
    expect(record.slaResults).toEqual(content.sla)
  })

  test('has a last point of 13 ms, which has no rate and is nobody’s peak', () => {
    const last = content.seconds.at(-1)
    expect(last).toMatchObject({ second: 57, lengthMs: drainMs, requests: 4 })
    expect(pointRate(last?.requests ?? 0, last?.lengthMs, 1_000)).toBeNull()
    const rates = content.seconds.flatMap(
      ({ requests, lengthMs }) => pointRate(requests, lengthMs, 1_000) ?? [],
    )
    expect(Math.max(...rates)).toBe(240)
    expect(content.total.perSecond).toBeCloseTo(content.total.count / 57.013)
  })

  test('tells engine and machine apart, and when others kept it busy', () => {
    const [machine] = content.machines
    expect(machine).toMatchObject({
      maxCpu01: 0.02,
      cpuCores: 1,
      maxHostCpu01: 0.98,
      hostCores: 2,
      isOverloaded: false,
      busy: [{ fromSecond: 20, toSecond: 29 }],
    })
    const html = reportHtml(content, { language: 'en', projectName: '' })
    expect(html).toContain(
      'busy with other programs 0:20 – 0:30: host CPU 98 %, of which engine processes 2 %',
    )
    expect(html).not.toContain('Good')
  })

  test('says on what its rules were judged', () => {
    expect(content.judged).toEqual({
      fromMs: 10_000,
      toMs: 57_013,
      ratesToMs: 57_000,
      rampUpEndMs: 10_000,
      includesRampUp: false,
    })
    expect(reportHtml(content, { language: 'en', projectName: '' })).toContain(
      'Evaluated interval 0:10 – 0:57, without the ramp-up (until 0:10)',
    )
  })
})

describe('a part', () => {
  test('has its own peak of users, not that of the run', async () => {
    const content = await report({ fromMs: 2_000, toMs: 6_000 })
    expect(content.peakUsers).toBe(12)
    expect(content.run.peakUsers).toBe(24)
    const html = reportHtml(content, { language: 'en', projectName: '' })
    expect(html).toMatch(/Peak users<\/dt><dd>12</)
  })

  test('that is all ramp-up has rules that were not evaluated, which is not to have none', async () => {
    const content = await report({ fromMs: 0, toMs: 8_000 })
    expect(content.verdict).toBe('notJudged')
    expect(content.sla).toMatchObject([
      { state: 'notJudged', reason: 'rampUp' },
      { state: 'notJudged', reason: 'rampUp' },
    ])
    const html = reportHtml(content, { language: 'en', projectName: '' })
    expect(html).toContain('The whole interval is ramp-up (until 0:10), which is not evaluated')
    expect(html).not.toContain('no SLA rules')
    const scenario = { ...recordOf().scenario, sla: [] }
    expect(await report({ fromMs: 0, toMs: 8_000 }, { scenario })).toMatchObject({
      verdict: 'noSla',
      judged: null,
      sla: [],
    })
  })

  test('is judged with its ramp-up where that is asked for', async () => {
    const content = await report({ fromMs: 0, toMs: 8_000 }, { includesRampUp: true })
    expect(content).toMatchObject({
      verdict: 'failed',
      judged: { fromMs: 0, toMs: 8_000, includesRampUp: true },
    })
    // 90 requests a second on average: less than the 100 that are asked for.
    expect(content.sla.map(({ state, value }) => [state, value])).toEqual([
      ['passed', 0],
      ['broken', 90],
    ])
  })

  test('is judged on all of its whole seconds, the last one included', async () => {
    const content = await report({ fromMs: 20_000, toMs: 21_000 })
    expect(content).toMatchObject({ verdict: 'passed', judged: { fromMs: 20_000, ratesToMs: 21_000 } })
    expect(content.sla[1]?.value).toBe(240)
  })

  test('is not failed by what happened to the run after it', async () => {
    const cut = { cause: 'slaStop', state: 'failed' } as const
    expect((await report(all, cut)).verdict).toBe('failed')
    expect((await report({ fromMs: 10_000, toMs: 40_000 }, cut)).verdict).toBe('passed')
  })

  test('has only samples and events of its own', async () => {
    const part = { fromMs: 45_000, toMs: 55_000 }
    expect((await report(part)).errors[0]?.sample).not.toBeNull()
    expect((await report(part, { sampleAtMs: 12_000 })).errors[0]?.sample).toBeNull()
    expect((await report({ fromMs: 30_000, toMs: 40_000 })).events).toHaveLength(1)
    expect((await report({ fromMs: 20_000, toMs: 30_000 })).events).toHaveLength(0)
  })

  test('is told machine health of its own', async () => {
    expect((await report({ fromMs: 40_000, toMs: 50_000 })).machines).toMatchObject([
      { maxHostCpu01: 0.3, busy: [] },
    ])
  })

  test('is named in what is exported of it', async () => {
    const content = await report({ fromMs: 10_200, toMs: 29_500 })
    expect([content.fromMs, content.toMs]).toEqual([10_000, 30_000])
    expect(reportFileName(content, { language: 'en', ending: 'csv' })).toMatch(
      /-report-10s-30s-[\d-]{10}\.csv$/,
    )
    const [head, line] = reportCsv(content, 'en').split('\r\n')
    expect(head).toMatch(/,From \(s\),To \(s\),Part of transaction$/)
    expect(line).toMatch(/,10,30,$/)
    expect(reportHtml(content, { language: 'en', projectName: '' })).toContain('0:10 – 0:30 (20 s)')
  })
})

test('of what versions before 0.6 stored, the peak is said to be the least that it can be', async () => {
  const { record } = ended()
  const old = batches.map(batch => ({ ...batch, userPeaks: null, untilMs: null }))
  const range = reportRange(57_300, all)
  const content = await makeReport(
    { record: { ...record, endedAt: startedAt + 57_300 }, range, now: 0 },
    {
      ...store(),
      batches: {
        ...store().batches,
        read: async function* () {
          yield old
        },
      },
    },
  )
  expect(content).toMatchObject({ peakUsers: 24, usersBasis: 'sampled' })
  expect(content.seconds.at(-1)).toMatchObject({ second: 57, lengthMs: 300, users: 0 })
  const html = reportHtml(content, { language: 'en', projectName: '' })
  expect(html).toContain('≥ 24')
})
