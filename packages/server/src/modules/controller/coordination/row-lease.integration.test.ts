import { randomUUID } from 'node:crypto'
import type { Lease } from '@pone/engine/coordination/row-leases.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../adapters/database/test-database.ts'
import { insertTestProject } from '../../../adapters/database/test-project.ts'
import { createRunRepository } from '../../run/run.repository.ts'
import { soleOwner } from '../../run/run-ownership.ts'
import { createRowLeaseRepository } from './row-lease.repository.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())

async function insertRun(): Promise<string> {
  const { record, plan } = sampleRun({ seconds: 1 })
  const projectId = await insertTestProject(database)
  const run = { ...record, id: randomUUID(), projectId }
  return (await createRunRepository(database).insert(run, { ...plan, runId: run.id }, [])).id
}
const lease = (changes: Partial<Lease> = {}): Lease => ({
  workerId: 'a/1.1',
  key: '0.0',
  request: 1,
  rowCount: 5_000_000_000,
  from: 0,
  to: 40,
  isReusable: true,
  isGivenBack: false,
  ...changes,
})

test('leases are read as last stored, and deleted at the end of the run', async () => {
  const leases = createRowLeaseRepository(database)
  const [runId, other] = [await insertRun(), await insertRun()]
  const second = lease({ workerId: 'b/1.1', from: 4_999_999_990, to: 5_000_000_000 })
  await leases.keep(runId, [lease(), second])
  await leases.keep(other, [lease()])
  await leases.keep(runId, [lease({ isGivenBack: true })])
  expect(await leases.ofRun(runId)).toEqual([lease({ isGivenBack: true }), second])
  await leases.deleteOfRun(runId)
  expect([await leases.ofRun(runId), await leases.ofRun(other)]).toEqual([[], [lease()]])
})

test('a server that no longer drives the run leases and deletes nothing', async () => {
  const runId = await insertRun()
  const driving = (epoch: number) =>
    createRowLeaseRepository(database, { ...soleOwner, epochOf: () => epoch })
  const { epoch } = await database
    .selectFrom('runs')
    .select('epoch')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  await driving(epoch).keep(runId, [lease()])
  await expect(driving(epoch - 1).keep(runId, [lease({ from: 40, to: 80 })])).rejects.toThrow(
    'another server',
  )
  await driving(epoch - 1).deleteOfRun(runId)
  expect(await driving(epoch).ofRun(runId)).toEqual([lease()])
})
