/** Migration 130 on rows as version 0.9 left them. */
import { randomUUID } from 'node:crypto'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, expect, test } from 'vitest'
import { createRunRepository } from '../../modules/run/run.repository.ts'
import { up } from './migrations/130-not-reliable.ts'
import { createTestDatabase } from './test-database.ts'
import { insertTestProject } from './test-project.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())

test('runs whose load machines were their limit are not reliable, and nothing else changes', async () => {
  const projectId = await insertTestProject(database)
  const runs = createRunRepository(database)
  const { record, plan, machines } = sampleRun()
  const insert = async (isGeneratorLimit: boolean, sla: 'passed' | 'broken' | 'none') => {
    const id = randomUUID()
    await runs.insert(
      { ...record, id, projectId, isGeneratorLimit, sla },
      plan,
      machines.map(machine => ({ ...machine, agentId: randomUUID() })),
    )
    return id
  }
  const ids = [await insert(true, 'passed'), await insert(false, 'passed'), await insert(true, 'none')]
  ids.push(await insert(false, 'broken'))
  await up(database)
  const found = await Promise.all(ids.map(id => runs.find(projectId, id)))
  expect(found.map(run => run?.sla)).toEqual(['notReliable', 'passed', 'notReliable', 'broken'])
  expect(found.map(run => run?.slaResults)).toEqual(ids.map(() => record.slaResults))
})
