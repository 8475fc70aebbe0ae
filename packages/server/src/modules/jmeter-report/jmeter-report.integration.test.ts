import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { calls } from '@pone/contract/calls/registry.ts'
import { jmeterReportSettingsSchema } from '@pone/contract/entities/jmeter-report.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import { testJtl } from './test-jtl.ts'

const { jmeterReport, jmeterLog } = calls
let server: TestServer
let owner: Session
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('tester')
  owner = await server.signIn('tester')
  projectId = (await server.call(calls.project.create, { name: 'J', code: 'J' }, owner)).id
})
afterAll(() => server.close())

const settings = jmeterReportSettingsSchema.parse({})

/** A finished run of JMeter on two machines, which have not handed their sample logs over yet. */
async function finishedRun() {
  const { record, plan, batches } = sampleRun({ seconds: 3 })
  const machine = (name: string) => ({
    agentId: randomUUID(),
    name,
    from01: 0,
    to01: 1,
    shares: [],
    startSkewMs: null,
    endCause: null,
    endDetail: '',
  })
  const machines = [machine('load-1'), machine('load-2')]
  const scenario = scenarioDocumentSchema.parse({ engine: 'jmeter' })
  const given = { ...record, id: randomUUID(), projectId, scenario }
  const run = await createRunRepository(server.database).insert(
    given,
    { ...plan, sampleLog: 'jtl' },
    machines,
  )
  const stored = machines.map(({ agentId, name }) => {
    const [batch] = batches
    if (batch === undefined) throw new Error('no batch')
    const own = toStoredBatch({ ...batch, workerId: `${agentId}/1.1` }, () => true)
    const line = { at: 1_000, level: 'warn' as const, source: 'o.a.j.Engine', message: `said on ${name}` }
    return { ...own, samples: [], log: [line] }
  })
  const batchRepository = createRunBatchRepository(server.database)
  await batchRepository.store(run.id, stored)
  await batchRepository.addLog(run.id, [{ at: 2_000, level: 'info', source: 'server', message: 'the end' }])
  return { run, machines }
}

const handOver = (runId: string, agentId: string | undefined, bytes: Buffer): Promise<boolean> =>
  server.services.takeSampleLog({
    runId,
    agentId: agentId ?? '',
    worker: '1.1',
    body: Readable.from([bytes]),
  })

async function report(runId: string) {
  await server.services.jmeterReports.idle()
  return server.call(jmeterReport.get, { projectId, runId }, owner)
}

async function again(runId: string, changes: object) {
  await server.call(jmeterReport.generate, { projectId, runId, settings: { ...settings, ...changes } }, owner)
  return report(runId)
}

async function taken(path: string, fields: object): Promise<{ name: string; body: string }> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${path}`,
    headers: { token: owner.token, 'content-type': 'application/json' },
    payload: { projectId, ...fields },
  })
  return { name: String(answer.headers['content-disposition']), body: answer.body }
}

test('a report is made by itself once the last machine has handed its results over, and again with other settings', async () => {
  const { run, machines } = await finishedRun()
  const runId = run.id
  const startMs = run.startedAt ?? 0
  const first = gzipSync(testJtl({ startMs, rows: 600, labels: ['home', 'search', 'pay'], failsEach: 10 }))
  const second = gzipSync(testJtl({ startMs, rows: 400, labels: ['home'] }))
  expect((await report(runId)).report).toBeNull()
  expect((await server.fail(jmeterReport.generate, { projectId, runId, settings }, owner)).code).toBe(
    'SampleLogMissing',
  )
  await handOver(runId, machines[0]?.agentId, first)
  expect(await report(runId)).toMatchObject({ report: null, isWhole: false, logs: [{ machine: 'load-1' }] })
  await handOver(runId, machines[1]?.agentId, second)

  const whole = await report(runId)
  expect(whole).toMatchObject({ report: { state: 'successful', failure: null, settings }, isWhole: true })
  const { content } = whole
  expect(content?.requests).toEqual({ count: 1_000, failed: 60 })
  expect(content?.statistics.map(({ label, count, failed }) => [label, count, failed])).toEqual(
    expect.arrayContaining([
      [null, 1_000, 60],
      ['home', 600, 20],
      ['search', 200, 20],
      ['pay', 200, 20],
    ]),
  )
  expect(content?.errors).toMatchObject([{ error: '500/Internal Server Error', count: 60 }])
  expect(content?.sources.map(({ machine, rows }) => [machine, rows]).toSorted()).toEqual([
    ['load-1', 600],
    ['load-2', 400],
  ])
  // 50 samples a second of the one machine, and 50 of the other as long as it ran.
  expect(content?.charts.hitsPerSecond).toMatchObject({ step: 1 })
  expect(Math.max(...(content?.charts.hitsPerSecond.series[0]?.values.map(Number) ?? []))).toBe(100)
  expect(content?.charts.responseTimeVsRequest.x.at(-1)).toBeGreaterThan(80)

  const strict = await again(runId, { satisfiedMs: 150, toleratedMs: 250, labelFilter: 'home|pay' })
  await server.addUser('chief', true)
  const chief = {
    token: (await server.signIn('chief', { isAdministrator: true })).token,
    isAdministrator: true,
  }
  const records = await server.call(calls.operationRecord.list, {}, chief)
  const made = records.rows.find(
    ({ action, errorCode }) => action === 'jmeterReport.generate' && errorCode === null,
  )
  expect(made?.target).toMatch(/^.+ #1$/)
  expect(strict.content?.apdex.map(({ label, apdex }) => [label, apdex])).toEqual(
    expect.arrayContaining([
      ['home', 580 / 600],
      ['pay', 0],
    ]),
  )
  const part = await again(runId, { fromMs: 0, toMs: 1_999, percentiles: 'legacy' })
  expect(part.content?.endMs).toBeLessThanOrEqual(startMs + 1_999)
  expect(part.content?.statistics[0]?.legacy).not.toBeNull()
  const coarse = await again(runId, { granularityMs: 60_000 })
  expect(coarse.content?.charts.totalTPS.step).toBe(60)

  const joined = await taken(jmeterReport.samples.path, { runId })
  expect(joined.name).toContain('.jtl')
  expect(joined.body.trimEnd().split('\n')).toHaveLength(1_001)
  const one = await taken(jmeterReport.samples.path, {
    runId,
    agentId: machines[1]?.agentId,
    worker: '1.1',
  })
  expect(one.body.trimEnd().split('\n')).toHaveLength(401)
}, 120_000)

test('what cannot be read fails with its reason, and what can be read is reported with what is missing', async () => {
  const { run, machines } = await finishedRun()
  const startMs = run.startedAt ?? 0
  const good = testJtl({ startMs, rows: 50, labels: ['home'] })
  const broken = `${good}${startMs},half,a,line\n`
  await handOver(run.id, machines[0]?.agentId, gzipSync('neither,a,jtl\n1,2,3\n'))
  await handOver(run.id, machines[1]?.agentId, gzipSync('nor,this\n1,2\n'))
  expect((await report(run.id)).report).toMatchObject({
    state: 'failed',
    failure: { code: 'unreadable', detail: 'notJtl' },
  })
  await handOver(run.id, machines[1]?.agentId, gzipSync(broken))
  const partly = await report(run.id)
  expect(partly.report?.state).toBe('partlySuccessful')
  expect(partly.content).toMatchObject({
    requests: { count: 50 },
    sources: expect.arrayContaining([
      expect.objectContaining({ machine: 'load-1', rows: 0, fault: 'notJtl' }),
      expect.objectContaining({
        machine: 'load-2',
        rows: 50,
        skipped: [{ reason: 'columns', count: 1, firstLines: [52] }],
      }),
    ]),
  })
  expect((await again(run.id, { labelFilter: 'nothing' })).report?.failure).toEqual({
    code: 'noRows',
    detail: '',
  })
  // Cut off in the middle of its compressed bytes.
  await handOver(run.id, machines[1]?.agentId, gzipSync(broken).subarray(0, 60))
  expect((await report(run.id)).report?.failure?.code).toBe('unreadable')
}, 120_000)

test('a report that a server left half made is made at the next start', async () => {
  const { run, machines } = await finishedRun()
  const jtl = gzipSync(testJtl({ startMs: 1_000, rows: 10, labels: ['home'] }))
  await handOver(run.id, machines[0]?.agentId, jtl)
  await handOver(run.id, machines[1]?.agentId, jtl)
  await report(run.id)
  await server.database
    .updateTable('jmeter_reports')
    .set({ state: 'generating', content: null })
    .where('run_id', '=', run.id)
    .execute()
  await server.services.jmeterReports.resume()
  expect(await report(run.id)).toMatchObject({
    report: { state: 'successful' },
    content: { requests: { count: 20 } },
  })
})

test('a report of nobody’s is refused, and one with senseless settings too', async () => {
  const { run } = await finishedRun()
  const other = { projectId, runId: randomUUID() }
  expect((await server.fail(jmeterReport.get, other, owner)).code).toBe('NotFound')
  for (const senseless of [{ labelFilter: '(' }, { satisfiedMs: 900, toleratedMs: 100 }])
    expect(
      await server.fail(
        jmeterReport.generate,
        { projectId, runId: run.id, settings: { ...settings, ...senseless } },
        owner,
      ),
    ).toMatchObject({ status: 500 })
})

test('the log tells which machine said each line and can be narrowed to one', async () => {
  const { run, machines } = await finishedRun()
  const scope = { projectId, runId: run.id }
  const all = await server.call(jmeterLog.lines, scope, owner)
  expect(all.lines.map(({ machine, message }) => [machine, message])).toEqual([
    ['load-1', 'said on load-1'],
    ['load-2', 'said on load-2'],
    ['', 'the end'],
  ])
  expect(all.machines.map(({ name }) => name).toSorted()).toEqual(['load-1', 'load-2'])
  const one = await server.call(
    jmeterLog.lines,
    { ...scope, machine: machines[1]?.agentId ?? '', levels: ['warn', 'error'], search: 'SAID' },
    owner,
  )
  expect(one).toMatchObject({ total: 1, lines: [{ machine: 'load-2' }] })
  const { name, body } = await taken(jmeterLog.download.path, { runId: run.id })
  expect(name).toContain('.log')
  expect(body.split('\n')[0]).toBe('1970-01-01T00:00:01.000Z WARN [load-1] o.a.j.Engine: said on load-1')
})

test('imported results have a report with the figures of the record, dates read as the import was told', async () => {
  const rows = testJtl({ startMs: 0, rows: 30, labels: ['home', 'pay'], failsEach: 5 })
  const local = rows.replaceAll(/^\d+,/gm, '03/04/2026 10:00:00,')
  const data = new FormData()
  const fields = { projectId, name: 'elsewhere', utcOffsetMinutes: '480', dateOrder: 'dayFirst' }
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('file', new Blob([local]), 'results.jtl')
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.run.importJtl.path}`,
    headers: { token: owner.token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { id } = answer.json<{ data: { id: string } }>().data
  await server.services.execution.imports.idle()
  const run = await server.call(calls.run.get, { projectId, id }, owner)
  const made = await report(id)
  expect(made.report).toMatchObject({ state: 'successful', settings: { dateOrder: 'dayFirst' } })
  expect(made.content?.requests).toEqual({ count: run.requests, failed: run.failed })
  expect(made.content?.startMs).toBe(Date.UTC(2026, 3, 3, 2))
})
