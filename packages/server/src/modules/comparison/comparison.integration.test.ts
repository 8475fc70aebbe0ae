/** Results of comparisons through the API, on a real database. */
import { randomUUID } from 'node:crypto'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Comparison } from '@pone/contract/entities/comparison.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { reportContentSchema } from '@pone/results/report/content.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'
import { type SampleOptions, type SampleRun, sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { createReportRepository } from '../report/report.repository.ts'
import { createReportService } from '../report/report.service.ts'
import { createCondensedRunRepository } from '../run/condensed-run.repository.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'

let server: TestServer
let owner: Session
let projectId = ''
let first: RunRecord
let again: RunRecord
let slower: RunRecord
const scenarioId = randomUUID()
const seconds = 120
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('keeper')
  owner = await server.signIn('keeper')
  projectId = (await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)).id
  first = await insertRun({ seconds }, { scenarioId })
  again = await insertRun({ seconds, seed: 8 }, { scenarioId })
  slower = await insertRun({ seconds, seed: 9, timeFactor: 1.15 }, { scenarioId })
})
afterAll(() => server.close())

/** Inserts an ended run with its batches and report into the database. */
async function insertRun(
  options: SampleOptions,
  changes: Partial<SampleRun['record']> = {},
): Promise<RunRecord> {
  const sample = sampleRun(options)
  const { database } = server
  const runs = createRunRepository(database)
  const batches = createRunBatchRepository(database)
  const record = await runs.insert(
    { ...sample.record, suspect: [], projectId, ...changes },
    sample.plan,
    sample.machines.map(machine => ({ ...machine, agentId: randomUUID() })),
  )
  await batches.store(
    record.id,
    sample.batches.map(batch => ({
      ...toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'),
      samples: [],
      log: [],
    })),
  )
  const reports = createReportService({
    reports: createReportRepository(database),
    runs,
    batches,
    now: Date.now,
    onFailure: (what, cause) => {
      throw new Error(what, { cause })
    },
  })
  await reports.makeAutomatic(record)
  return record
}

type Parts = ClientInputOf<typeof calls.comparison.compare>['parts']
const partsOf = (...records: readonly RunRecord[]): Parts => records.map(({ id }) => ({ runId: id }))
const compare = (parts: Parts) => server.call(calls.comparison.compare, { projectId, parts }, owner)
const refusal = (parts: Parts) => server.fail(calls.comparison.compare, { projectId, parts }, owner)
const contentOf = async (run: RunRecord) => {
  const [report] = await server.call(calls.report.list, { projectId, runId: run.id }, owner)
  const { content } = await server.call(calls.report.get, { projectId, id: report?.id ?? '' }, owner)
  return content === null ? null : reportContentSchema.parse(content)
}
/** The verdicts on all metrics of a run, as a set. */
const verdicts = ({ total, labels }: Comparison, run: number) =>
  new Set(
    [{ cells: total }, ...labels].flatMap(({ cells }) =>
      Object.values(cells[run]?.changes ?? {}).map(({ significance }) => significance),
    ),
  )

describe('a comparison', () => {
  test('has the figures of the runs’ reports, and changes against the first one', async () => {
    const answer = await compare(partsOf(first, slower))
    const [before, after] = [await contentOf(first), await contentOf(slower)]
    expect(answer.total.map(({ statistics }) => statistics)).toEqual([before?.total, after?.total])
    expect(answer.labels).toHaveLength(6)
    for (const { label, cells } of answer.labels) {
      const rows = [before, after].map(content => content?.labels.find(row => row.label.name === label.name))
      for (const [index, row] of rows.entries()) {
        const { label: _label, phases: _phases, phasesPerRequest: _perRequest, ...statistics } = row ?? {}
        expect(cells[index]?.statistics).toEqual(statistics)
      }
    }
    const [baseline, changed] = answer.total
    expect(baseline?.changes).toBeNull()
    const p95 = changed?.changes?.p95Ms
    expect(p95?.delta).toBeCloseTo((after?.total.p95Ms ?? 0) - (before?.total.p95Ms ?? 0), 9)
    expect(p95?.deltaPercent).toBeCloseTo(((p95?.delta ?? 0) / (before?.total.p95Ms ?? 1)) * 100, 9)
    expect(changed?.changes?.count).toMatchObject({
      significance: 'untested',
      pValue: null,
      windowSeconds: null,
      smallestDelta: null,
      smallestPercent: null,
    })
  })

  test('of a run with another of its kind is not shown to differ, with a slower one different, in one go', async () => {
    const answer = await compare(partsOf(first, again, slower))
    expect([...verdicts(answer, 1)].sort()).toEqual(['notShown', 'unknown', 'untested'])
    const { avgMs, p50Ms, perSecond } = answer.total[2]?.changes ?? {}
    expect([avgMs, p50Ms, perSecond].map(change => change?.significance)).toEqual([
      'different',
      'different',
      'notShown',
    ])
    // All times are 15 % longer.
    const change = 0.15 * (answer.total[0]?.statistics.p50Ms ?? 0)
    expect(p50Ms?.lowDelta).toBeGreaterThan(0)
    expect(p50Ms?.lowDelta).toBeLessThan(change)
    expect(p50Ms?.highDelta).toBeGreaterThan(change)
    expect(p50Ms?.highDelta).toBeLessThan(2 * change)
    expect(answer.windowSeconds).toBe(2)
    expect(answer.differences).toEqual([])
  })

  test('of parts is about these alone, and leaves suspect seconds out of its tests', async () => {
    const part = { fromMs: 20_000, toMs: 60_000 }
    const { runs, total } = await compare(partsOf(first, again).map(each => ({ ...each, ...part })))
    expect(runs.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [20_000, 60_000],
      [20_000, 60_000],
    ])
    expect(total[0]?.statistics.failed).toBe(0)
    expect(total[0]?.statistics.count).toBe(40 * 120)
    const doubtful = await insertRun({ seconds: 60 }, { suspect: [[8, 56]] })
    const answer = await compare(partsOf(doubtful, again))
    expect(answer.runs[0]?.warnings).toEqual(['suspectSeconds'])
    expect(verdicts(answer, 1)).toEqual(new Set(['unknown', 'untested']))
  })

  test('of a run that goes on is about what has come', async () => {
    const running = await insertRun(
      { seconds: 100 },
      { state: 'running', cause: null, endedAt: null, startedAt: server.now() - 60_500 },
    )
    const { runs, total } = await compare(partsOf(first, running))
    expect(runs[1]).toMatchObject({ fromMs: 0, warnings: ['notEnded'] })
    expect((runs[1]?.toMs ?? 0) % 1_000).toBe(0)
    expect(runs[1]?.toMs).toBeGreaterThanOrEqual(57_000)
    expect(total[1]?.statistics.count).toBeGreaterThan(0)
    await server.database
      .updateTable('runs')
      .set({ state: 'complete' })
      .where('id', '=', running.id)
      .execute()
  })

  test('of a run without any request, or with other labels, tells what is missing', async () => {
    const { labels } = sampleRun({ seconds: 30 }).record
    const others = labels.map(label => (label.index === 2 ? { ...label, name: 'GET /new' } : label))
    const renamed = await insertRun({ seconds: 30 }, { labels: others })
    const silent = await insertRun({ seconds: 30, requestsPerSecond: 0 })
    const answer = await compare(partsOf(silent, first, renamed))
    expect(answer.total[0]?.statistics.count).toBe(0)
    expect(answer.total[1]?.changes?.avgMs).toMatchObject({ deltaPercent: null, significance: 'unknown' })
    const cellsOf = (name: string) => answer.labels.find(({ label }) => label.name === name)?.cells
    expect(cellsOf('GET /new')?.map(cell => cell !== null)).toEqual([false, false, true])
    expect(cellsOf('GET /new')?.[2]?.changes).toBeNull()
    expect(cellsOf('打开首页')?.map(cell => cell !== null)).toEqual([false, true, false])
    expect(answer.labels.map(({ label }) => label.name).at(-1)).toBe('GET /new')
  })
})

describe('refused are', () => {
  test('runs of both engines', async () => {
    const scenario = { ...first.scenario, engine: 'jmeter' as const }
    const jmeter = await insertRun({ seconds: 10 }, { scenario })
    expect(await refusal(partsOf(first, jmeter))).toMatchObject({ code: 'ComparisonMixed' })
  })

  test('a run that never began, by its number', async () => {
    const unborn = await insertRun({ seconds: 1 }, { startedAt: null, state: 'failed', cause: 'startFailed' })
    expect(await refusal(partsOf(first, unborn))).toMatchObject({
      code: 'RunNotStarted',
      params: { number: unborn.number },
    })
  })

  test('a part outside its run, and a run beside itself', async () => {
    const outside = [{ runId: first.id, fromMs: 0, toMs: seconds * 1_000 + 1 }, { runId: again.id }]
    expect(await refusal(outside)).toMatchObject({ code: 'ReportRange' })
    expect(await refusal(partsOf(first, first))).toMatchObject({ code: 'BadInput' })
  })

  test('runs of another project, and deleted ones', async () => {
    await server.addUser('stranger')
    const stranger = await server.signIn('stranger')
    const other = await server.call(calls.project.create, { name: 'O', code: 'O' }, stranger)
    const ask = { projectId: other.id, parts: partsOf(first, again) }
    expect(await server.fail(calls.comparison.compare, ask, stranger)).toMatchObject({ code: 'NotFound' })
    expect(await server.fail(calls.comparison.curves, ask, stranger)).toMatchObject({ code: 'NotFound' })
    const past = { projectId: other.id, runId: first.id }
    expect(await server.fail(calls.comparison.trend, past, stranger)).toMatchObject({ code: 'NotFound' })
    const gone = await insertRun({ seconds: 10 })
    await server.call(calls.run.delete, { projectId, ids: [gone.id] }, owner)
    expect(await refusal(partsOf(first, gone))).toMatchObject({ code: 'NotFound' })
  })
})

describe('curves', () => {
  test('are the seconds of each run, and of one label add up to its requests', async () => {
    const { labels } = await compare(partsOf(first, slower))
    const parts = partsOf(first, slower).map(part => ({ ...part, fromMs: 30_000 }))
    const all = await server.call(calls.comparison.curves, { projectId, parts }, owner)
    const report = await contentOf(slower)
    expect(all.secondsPerPoint).toBe(1)
    expect(all.curves.map(({ runId }) => runId)).toEqual([first.id, slower.id])
    for (const [index, point] of (all.curves[1]?.points ?? []).entries()) {
      const { second, ...figures } = point
      expect(second).toBe(index)
      expect(report?.seconds[30 + index]).toMatchObject(figures)
    }
    const label = labels.find(each => each.label.kind === 'transaction')
    const whole = { projectId, parts: partsOf(first, slower), label: label?.key ?? '' }
    const { curves } = await server.call(calls.comparison.curves, whole, owner)
    expect(curves.map(({ points }) => points.reduce((sum, { requests }) => sum + requests, 0))).toEqual(
      label?.cells.map(cell => cell?.statistics.count),
    )
  })

  test('of a label that a run lacks have points without requests', async () => {
    const ask = { projectId, parts: partsOf(first, slower), label: 'request\n\nnowhere' }
    const { curves } = await server.call(calls.comparison.curves, ask, owner)
    expect(curves[0]?.points).toHaveLength(seconds)
    expect(new Set(curves[0]?.points.map(({ requests, avgMs }) => `${requests} ${avgMs}`))).toEqual(
      new Set(['0 null']),
    )
  })
})

describe('the trend', () => {
  const trend = (more: object) =>
    server.call(calls.comparison.trend, { projectId, runId: again.id, ...more }, owner)

  test('has the last runs of the scenario, oldest first, with the figures of all requests or of a label', async () => {
    const points = await trend({})
    expect(points.map(({ runId }) => runId)).toEqual([first.id, again.id, slower.id])
    expect(points[2]?.statistics).toEqual((await contentOf(slower))?.total)
    const { labels } = await compare(partsOf(first, slower))
    for (const { key, cells } of labels) {
      const [before, , after] = await trend({ label: key })
      expect([before?.statistics, after?.statistics]).toEqual(cells.map(cell => cell?.statistics))
    }
    expect((await trend({ label: 'request\n\nnowhere' })).map(({ statistics }) => statistics)).toEqual([
      null,
      null,
      null,
    ])
    expect((await trend({ limit: 2 })).map(({ runId }) => runId)).toEqual([again.id, slower.id])
  })

  test('of imported results has those of the same name', async () => {
    const imported = { clusterId: importedClusterId, scenarioName: 'nightly' }
    const runs = [await insertRun({ seconds: 5 }, imported), await insertRun({ seconds: 5 }, imported)]
    await insertRun({ seconds: 5 }, { ...imported, scenarioName: 'weekly' })
    const points = await trend({ runId: runs[0]?.id })
    expect(points.map(({ runId }) => runId)).toEqual(runs.map(({ id }) => id))
  })

  test('tells labels of one name apart by their component', async () => {
    const { labels } = sampleRun({ seconds: 10 }).record
    const twins = labels.map(label =>
      label.index === 3 ? { ...label, name: '打开首页', component: 'b' } : label,
    )
    const changes = { labels: twins, scenarioId: randomUUID() }
    const [one, two] = [await insertRun({ seconds: 10 }, changes), await insertRun({ seconds: 10 }, changes)]
    const answer = await compare(partsOf(one, two))
    const found = answer.labels.filter(({ label }) => label.name === '打开首页')
    expect(found.map(({ label }) => label.component)).toEqual(['商城主流程', 'b'])
    for (const { key, cells } of found) {
      const points = await trend({ runId: one.id, label: key })
      expect(points.map(({ statistics }) => statistics)).toEqual(cells.map(cell => cell?.statistics))
    }
    const unclear = await trend({ runId: one.id, label: 'request\n\n打开首页' })
    expect(unclear.map(({ statistics }) => statistics)).toEqual([null, null])
  })

  test('has no figures of a run whose report is missing', async () => {
    await server.database
      .updateTable('reports')
      .set({ content: null })
      .where('run_id', '=', slower.id)
      .execute()
    expect((await trend({}))[2]).toMatchObject({ runId: slower.id, statistics: null })
  })
})

test('the table has a line per label and metric, in either language, and no formula', async () => {
  const { labels } = sampleRun({ seconds: 20 }).record
  const evil = await insertRun(
    { seconds: 20 },
    { scenarioName: '=1+1', labels: labels.map(label => ({ ...label, name: `=${label.name}` })) },
  )
  const csv = async (language: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: apiBase + calls.comparison.exportCsv.path,
      headers: { token: owner.token },
      payload: { projectId, parts: partsOf(evil, again), language },
    })
    expect(response.headers['content-type']).toContain('text/csv')
    return response.body.trimEnd().split('\r\n')
  }
  const [header, ...lines] = await csv('en')
  expect(header).toContain(`Name,Kind,Component,Metric,#${evil.number} =1+1 (baseline),#${again.number} `)
  expect(lines).toHaveLength(14 * 13)
  expect(lines[0]).toMatch(/^All requests,,,Avg \(ms\),\d+(\.\d+)?,\d+/)
  expect(lines.filter(line => /(^|,)"?[=+@]/.test(line))).toEqual([])
  expect(lines.filter(line => line.startsWith("'=")).length).toBe(14 * 6)
  expect((await csv('zh'))[0]).toContain('名称,类型,组件,指标')
})

describe('a condensed run', () => {
  test('gives the same comparison as its batches, and is made again when more of them come', async () => {
    const { database } = server
    const batches = createRunBatchRepository(database)
    const condensed = createCondensedRunRepository(database, batches, 100)
    const parts = [
      { runId: first.id, fromMs: 33_000, toMs: 101_000 },
      { runId: again.id, fromMs: null, toMs: null },
    ]
    const rows = async () => (await Array.fromAsync(condensed.read(first.id, 0, seconds))).flat().length
    const before = await compare(parts)
    expect(await condensed.ensure(first.id)).toBe(2)
    expect(await rows()).toBe(seconds / 2)
    expect(await compare(parts)).toEqual(before)
    const [batch] = (await Array.fromAsync(batches.read(first.id, seconds - 1))).flat()
    if (batch === undefined) throw new Error('no batch')
    await batches.store(first.id, [{ ...batch, seq: 9_999, second: seconds + 3, samples: [], log: [] }])
    await condensed.ensure(first.id)
    expect(await rows()).toBe(seconds / 2)
    expect((await Array.fromAsync(condensed.read(first.id, seconds, seconds + 9))).flat()).toHaveLength(1)
    await server.call(calls.run.delete, { projectId, ids: [first.id] }, owner)
    expect(await rows()).toBe(0)
  })
})
