/** Proves through the calls, on a real database, what a comparison says of runs. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleOptions, type SampleRun, sampleRun } from '../../reports/sample-run.ts'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { createReportRepository } from '../report/report.repository.ts'
import { createReportService } from '../report/report.service.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import { toStoredBatch } from '../run/stored-batch.ts'

let server: TestServer
let owner: Session
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('keeper')
  owner = await server.signIn('keeper')
  projectId = (await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)).id
})
afterAll(() => server.close())

/** Puts a run with its batches and report into the database as if it had ended. */
async function insertRun(options: SampleOptions, changes: Partial<SampleRun['record']> = {}) {
  const sample = sampleRun(options)
  const { database } = server
  const runs = createRunRepository(database)
  const batches = createRunBatchRepository(database)
  const record = await runs.insert(
    { ...sample.record, suspect: [], projectId, ...changes },
    sample.plan,
    sample.machines.map(machine => ({ ...machine, agentId: randomUUID() })),
  )
  const stored = sample.batches.map(batch => ({
    ...toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'),
    samples: [],
    log: [],
  }))
  for (let from = 0; from < stored.length; from += 500) {
    await batches.store(record.id, stored.slice(from, from + 500))
  }
  const reports = createReportService({
    reports: createReportRepository(database),
    runs,
    batches,
    now: server.now,
    onFailure: (what, cause) => {
      throw new Error(what, { cause })
    },
  })
  await reports.makeAutomatic(record)
  return record
}

test('a run and its like', async () => {
  const first = await insertRun({ seconds: 300, requestsPerSecond: 200 })
  const second = await insertRun({ seconds: 300, requestsPerSecond: 200 })
  const parts = [{ runId: first.id }, { runId: second.id }]
  const started = performance.now()
  const answer = await server.call(calls.comparison.compare, { projectId, parts }, owner)
  console.log(performance.now() - started, JSON.stringify(answer, null, 1).slice(0, 6000))
  const curves = await server.call(calls.comparison.curves, { projectId, parts }, owner)
  console.log(
    curves.secondsPerPoint,
    curves.curves.map(c => c.points.length),
    curves.curves[0]?.points[3],
  )
  const trend = await server.call(
    calls.comparison.trend,
    { projectId, runId: first.id, label: answer.labels[0]?.key ?? '' },
    owner,
  )
  console.log(trend)
})
