import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createLocalFileStore } from '../../adapters/files/file-store.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import { createSampleLogRepository } from './sample-log.repository.ts'
import { createSampleLogService } from './sample-log.service.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const folder = await mkdtemp(join(tmpdir(), 'pone-sample-logs-'))
afterAll(async () => {
  await testDatabase.close()
  await rm(folder, { recursive: true })
})

const isLog = (path: string): boolean => path.endsWith('.gz')

test('a sample log says by its name that a worker has not handed its samples over, and goes with its project', async () => {
  const runs = createRunRepository(database)
  const projectId = await insertTestProject(database)
  const { record, plan, batches } = sampleRun({ seconds: 3 })
  const agentId = randomUUID()
  const machine = {
    agentId,
    name: 'm',
    from01: 0,
    to01: 1,
    shares: [],
    startSkewMs: null,
    endCause: null,
    endDetail: '',
  }
  const run = await runs.insert({ ...record, projectId }, { ...plan, sampleLog: 'csv' }, [machine])
  const stored = batches.map(batch => ({ ...toStoredBatch(batch, () => true), samples: [], log: [] }))
  await createRunBatchRepository(database).store(run.id, stored)
  const workers = new Set(stored.map(({ workerId }) => workerId)).size
  expect(workers).toBeGreaterThan(1)

  const logs = createSampleLogService({
    repository: createSampleLogRepository(database),
    files: createLocalFileStore(join(folder, 'store')),
    folder,
    run: async () => run,
    now: Date.now,
  })
  const nameAfter = async (slot: number) => {
    const body = Readable.from([gzipSync(`head\n${slot}\n`)])
    expect(await logs.take({ runId: run.id, agentId, worker: `${slot}.1`, body })).toBe(true)
    return (await logs.open(projectId, run.id)).name
  }
  for (let slot = 1; slot < workers; slot++)
    expect(await nameAfter(slot)).toMatch(/-samples-incomplete-\d{4}-\d\d-\d\d\.csv$/)
  expect(await nameAfter(workers)).not.toContain('incomplete')
  expect(await text((await logs.open(projectId, run.id)).body)).toMatch(/^head\n1\n2\n/)

  const kept = async () => (await readdir(join(folder, 'store'), { recursive: true })).filter(isLog).length
  expect(await kept()).toBe(workers)
  await logs.deleteOfProject(randomUUID())
  expect(await kept()).toBe(workers)
  await logs.deleteOfProject(projectId)
  expect(await kept()).toBe(0)
})
