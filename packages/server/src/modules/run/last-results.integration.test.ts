import { randomUUID } from 'node:crypto'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { lastResults } from './last-results.ts'
import { createRunRepository } from './run.repository.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())
const runs = createRunRepository(database)
const { record, plan } = sampleRun({ seconds: 1 })
const insert = (projectId: string, changes: Partial<typeof record>) =>
  runs.insert({ ...record, id: randomUUID(), projectId, ...changes }, plan, [])

test('the last result of a scenario is its latest ended run, of this project only', async () => {
  const projectId = await insertTestProject(database)
  const other = await insertTestProject(database)
  const [often, once, never, foreign] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await insert(projectId, { scenarioId: often, createdAt: 100, state: 'complete' })
  const latest = await insert(projectId, { scenarioId: often, createdAt: 300, state: 'failed', failed: 7 })
  await insert(projectId, { scenarioId: often, createdAt: 200, state: 'userStopped' })
  await insert(projectId, { scenarioId: often, createdAt: 400, state: 'running' })
  const only = await insert(projectId, { scenarioId: once, createdAt: 50, state: 'complete', p95Ms: null })
  await insert(projectId, { scenarioId: never, createdAt: 60, state: 'new' })
  await insert(other, { scenarioId: foreign, createdAt: 500, state: 'complete' })

  const results = await lastResults(database, projectId, [often, once, never, foreign, randomUUID()])
  expect(results.toSorted((a, b) => b.createdAt - a.createdAt)).toEqual([
    expect.objectContaining({ id: latest.id, scenarioId: often, number: 2, state: 'failed', failed: 7 }),
    expect.objectContaining({ id: only.id, scenarioId: once, number: 5, state: 'complete', p95Ms: null }),
  ])
  expect(results[0]).toMatchObject({
    scenarioName: record.scenarioName,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
    peakUsers: record.peakUsers,
    requests: record.requests,
    requestsPerSecond: record.requestsPerSecond,
    sla: record.sla,
  })
  expect(await lastResults(database, projectId, [])).toEqual([])
})
