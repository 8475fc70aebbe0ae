import { randomUUID } from 'node:crypto'
import { runCalls } from '@pone/contract/calls/run.ts'
import { emptyStatistics } from '@pone/metrics/statistics.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { RunMerge } from '@pone/results/merge/run-merge.ts'
import { TimeAxis } from '@pone/results/merge/time-axis.ts'
import { type SampleRun, sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createReportRepository } from '../report/report.repository.ts'
import { createReportService } from '../report/report.service.ts'
import { createRunRepository } from './run.repository.ts'
import { createRunBatchRepository } from './run-batch.repository.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())
const runs = createRunRepository(database)
const batches = createRunBatchRepository(database)
const reports = createReportService({
  reports: createReportRepository(database),
  runs,
  batches,
  now: Date.now,
  onFailure: (what, cause) => {
    throw new Error(what, { cause })
  },
})

const incoming = (sample: SampleRun) =>
  sample.batches.map(batch => ({
    ...toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'),
    samples: batch.errors.flatMap(({ label, code, message, sample: exchange }) =>
      exchange === null ? [] : [{ label, code, message, sample: exchange }],
    ),
    log: [{ at: 1, level: 'info' as const, source: 'script', message: `second ${batch.second}` }],
  }))

/** Inserts an ended run into the database. */
async function insertRun(projectId: string, changes: Partial<SampleRun['record']> = {}) {
  const sample = sampleRun({ seconds: 60, hasMetrics: true })
  const machines = sample.machines.map(machine => ({ ...machine, agentId: randomUUID() }))
  const record = await runs.insert({ ...sample.record, projectId, ...changes }, sample.plan, machines)
  return { ...sample, record }
}

describe('batches', () => {
  test('are stored once: repeated ones change nothing', async () => {
    const run = await insertRun(await insertTestProject(database))
    const all = incoming(run)
    expect(await batches.store(run.record.id, all)).toHaveLength(all.length)
    const totals = await batches.workerTotals(run.record.id)
    expect(await batches.store(run.record.id, all.slice(5, 40))).toEqual([])
    expect(await batches.workerTotals(run.record.id)).toEqual(totals)
    expect(await batches.logLines(run.record.id)).toBe(all.length)
    expect(await batches.samples(run.record.id)).toHaveLength(0)
  })

  test('are read as they were written, in the order of their seconds', async () => {
    const run = await insertRun(await insertTestProject(database))
    const all = incoming(run)
    await batches.store(run.record.id, all.toReversed())
    const read = (await Array.fromAsync(batches.read(run.record.id, 10, 19))).flat()
    const expected = all
      .filter(({ second }) => second >= 10 && second <= 19)
      .sort((a, b) => a.second - b.second || a.workerId.localeCompare(b.workerId))
      .map(({ samples: _samples, log: _log, ...batch }) => batch)
    expect(read).toEqual(expected)
  })

  test('with texts that PostgreSQL cannot hold are stored nevertheless', async () => {
    const run = await insertRun(await insertTestProject(database))
    const [first] = incoming(run)
    if (first === undefined) throw new Error('no batch')
    const strange = { ...first, log: [{ at: 1, level: 'error' as const, source: 'a\0', message: '\ud800' }] }
    expect(await batches.store(run.record.id, [strange])).toHaveLength(1)
  })
})

test('runs are numbered within their project without gaps, also when they start at once', async () => {
  const [one, two] = [await insertTestProject(database), await insertTestProject(database)]
  const started = await Promise.all(Array.from({ length: 8 }, () => insertRun(one)))
  expect(started.map(({ record }) => record.number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect((await insertRun(two)).record.number).toBe(1)
})

test('a run that was stored before scenarios had sample logs is read as one without', async () => {
  const projectId = await insertTestProject(database)
  const { record } = await insertRun(projectId)
  await sql`update runs set scenario = scenario - 'sampleLog' where id = ${record.id}`.execute(database)
  expect((await runs.find(projectId, record.id))?.scenario.sampleLog).toBe('off')
})

describe('a list of runs', () => {
  let projectId = ''
  const list = (query: object) => runs.list(runCalls.list.input.parse({ projectId, ...query }))
  const names = async (query: object) => (await list(query)).rows.map(row => row.scenarioName)
  beforeAll(async () => {
    projectId = await insertTestProject(database)
    await insertRun(projectId, {
      scenarioName: 'alpha',
      createdAt: 1_000,
      requests: 30,
      p95Ms: null,
      state: 'failed',
      cause: 'agentLost',
    })
    await insertRun(projectId, {
      scenarioName: 'beta',
      createdAt: 2_000,
      requests: 10,
      p95Ms: 7,
      sla: 'passed',
    })
    await insertRun(projectId, {
      scenarioName: 'gamma 100%',
      createdAt: 3_000,
      requests: 20,
      p95Ms: 9,
      sla: 'passed',
    })
    await insertRun(await insertTestProject(database), { scenarioName: 'another project’s' })
  })
  test.each([
    [{}, ['gamma 100%', 'beta', 'alpha']],
    [{ descending: false }, ['alpha', 'beta', 'gamma 100%']],
    [{ sort: 'requests' }, ['alpha', 'gamma 100%', 'beta']],
    [{ sort: 'p95Ms' }, ['gamma 100%', 'beta', 'alpha']],
    [{ states: ['failed'] }, ['alpha']],
    [{ sla: ['passed'] }, ['gamma 100%', 'beta']],
    [{ from: 2_000, to: 3_000 }, ['beta']],
    [{ search: 'ALPH' }, ['alpha']],
    [{ search: '100%' }, ['gamma 100%']],
    [{ search: '#2' }, ['beta']],
    [{ search: '%' }, ['gamma 100%']],
    [{ search: 'nobody' }, []],
  ])('asked for %j holds %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })
  test('comes in pages with the whole number', async () => {
    const page = await list({ page: 2, pageSize: 10 })
    expect([page.total, page.rows.length]).toEqual([3, 0])
  })
})

describe('a report', () => {
  let run: Awaited<ReturnType<typeof insertRun>>
  let projectId = ''
  beforeAll(async () => {
    projectId = await insertTestProject(database)
    run = await insertRun(projectId)
    await batches.store(run.record.id, incoming(run))
  })
  const generate = async (fromMs: number | null, toMs: number | null, includesRampUp = false) => {
    const { id } = await reports.generate({
      projectId,
      runId: run.record.id,
      fromMs,
      toMs,
      includesRampUp,
      by: 'lead',
    })
    await reports.idle()
    return reports.get(projectId, id)
  }

  test('of a part equals what its batches give', async () => {
    const { content, state } = await generate(20_000, 40_000)
    expect(state).toBe('successful')
    const merge = new RunMerge(run.record.labels, new TimeAxis({ maxPoints: 1_000 }))
    for (const batch of incoming(run)) if (batch.second >= 20 && batch.second < 40) merge.add(batch)
    expect(content?.total).toEqual(merge.total(20_000))
    expect(content?.labels).toEqual(merge.labelStatistics(20_000))
    expect(content?.seconds.map(({ second }) => second)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 20),
    )
    expect(content?.reconciliation.isReconciled).toBe(true)
  })

  test('of two halves holds what the whole holds', async () => {
    const [first, second, whole] = [
      await generate(0, 30_000),
      await generate(30_000, null),
      await generate(null, null),
    ]
    const count = (report: typeof whole) => report.content?.total.count ?? 0
    expect(count(first) + count(second)).toBe(count(whole))
    expect(whole.content?.total).not.toEqual(emptyStatistics)
  })

  test('of nothing, or of more than the run, is refused', async () => {
    await expect(generate(10_000, 10_000)).rejects.toMatchObject({ code: 'ReportRange' })
    await expect(generate(0, 60_001)).rejects.toMatchObject({ code: 'ReportRange' })
  })

  test('of the whole run is made once, and made again in place', async () => {
    await reports.makeAutomatic(run.record)
    const before = await reports.list(projectId, run.record.id)
    await reports.makeAutomatic(run.record)
    expect(await reports.list(projectId, run.record.id)).toHaveLength(before.length)
  })

  test('that a dead server left half made is made at the next start', async () => {
    const [report] = await reports.list(projectId, run.record.id)
    const id = report?.id ?? ''
    await database
      .updateTable('reports')
      .set({ state: 'generating', content: null })
      .where('id', '=', id)
      .execute()
    await reports.resume()
    await reports.idle()
    expect(await reports.get(projectId, id)).toMatchObject({ state: 'successful' })
  })

  test('and its run are not found from another project', async () => {
    const other = await insertTestProject(database)
    const [report] = await reports.list(projectId, run.record.id)
    const notFound = expect.objectContaining({ code: 'NotFound' })
    await expect(reports.get(other, report?.id ?? '')).rejects.toEqual(notFound)
    await expect(reports.list(other, run.record.id)).rejects.toEqual(notFound)
    const range = { fromMs: null, toMs: null, includesRampUp: false }
    await expect(
      reports.generate({ projectId: other, runId: run.record.id, ...range, by: 'x' }),
    ).rejects.toEqual(notFound)
    expect(await runs.find(other, run.record.id)).toBeNull()
    await runs.delete(other, [run.record.id])
    expect(await runs.find(projectId, run.record.id)).not.toBeNull()
  })

  test('and all results go with a run that is deleted', async () => {
    await runs.delete(projectId, [run.record.id])
    expect((await Array.fromAsync(batches.read(run.record.id))).flat()).toEqual([])
    expect(
      await database.selectFrom('reports').select('id').where('run_id', '=', run.record.id).execute(),
    ).toEqual([])
  })
})
