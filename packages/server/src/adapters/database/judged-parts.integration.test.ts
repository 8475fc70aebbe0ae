/** Migration 037 on rows as version 0.5.0 left them. */
import { randomUUID } from 'node:crypto'
import { sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRunRepository } from '../../modules/run/run.repository.ts'
import { up } from './migrations/037-judged-parts.ts'
import { createTestDatabase } from './test-database.ts'
import { insertTestProject } from './test-project.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())

test('runs whose rules were not evaluated are told from runs without rules, and nothing else changes', async () => {
  const projectId = await insertTestProject(database)
  const runs = createRunRepository(database)
  const { record, plan, machines } = sampleRun()
  const resultOf = (id: string, state: 'passed' | 'none') => ({
    rule: { id },
    state,
    value: null,
    firstBrokenAt: null,
    violatedSeconds: 0,
  })
  const insert = async (sla: 'passed' | 'none', results: readonly unknown[]) => {
    const id = randomUUID()
    await runs.insert(
      { ...record, id, projectId },
      plan,
      machines.map(machine => ({ ...machine, agentId: randomUUID() })),
    )
    await sql`UPDATE runs SET sla = ${sla}, sla_results = ${JSON.stringify(results)}::jsonb WHERE id = ${id}`.execute(
      database,
    )
    return id
  }
  const bare = await insert('none', [])
  const unjudged = await insert('none', [resultOf('a', 'none'), resultOf('b', 'none')])
  const partly = await insert('passed', [resultOf('a', 'passed'), resultOf('b', 'none')])
  await sql`ALTER TABLE reports DROP COLUMN includes_ramp_up`.execute(database)
  await up(database)
  const read = async (id: string) => {
    const { sla, slaResults } = (await runs.find(projectId, id)) ?? record
    return [sla, slaResults.map(result => `${result.rule.id} ${result.state}`)]
  }
  expect(await read(bare)).toEqual(['none', []])
  expect(await read(unjudged)).toEqual(['notJudged', ['a notJudged', 'b notJudged']])
  expect(await read(partly)).toEqual(['passed', ['a passed', 'b notJudged']])
  expect((await runs.find(projectId, bare))?.usersBasis).toBe('maximum')
})
