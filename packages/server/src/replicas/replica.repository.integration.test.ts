/** Ownership of runs, as decided by the database. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../adapters/database/test-database.ts'
import { insertTestProject } from '../adapters/database/test-project.ts'
import { createSecretBox } from '../adapters/secrets.ts'
import { createShareMove } from '../modules/cluster/share-move.ts'
import { createRunRepository } from '../modules/run/run.repository.ts'
import type { RunOwnership } from '../modules/run/run-ownership.ts'
import { createReplicaRepository } from './replica.repository.ts'
import { assertReplicaKey } from './replica-key.ts'
import { createReplicas } from './replicas.ts'
import { markFolder } from './shared-folder.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())

const warnings: string[] = []
const server = (name: string, fileFolder = 'folder') =>
  createReplicas({
    repository: createReplicaRepository(opened.database),
    name,
    version: '1',
    fileFolder: async () => fileFolder,
    warn: text => void warnings.push(text),
  })
/** A run that this server drives. */
async function insertRun(ownership: RunOwnership) {
  const { record, plan } = sampleRun({ seconds: 1 })
  const projectId = await insertTestProject(opened.database)
  const active = {
    ...record,
    id: randomUUID(),
    projectId,
    state: 'running',
    cause: null,
    endedAt: null,
  } as const
  return createRunRepository(opened.database, ownership).insert(
    { ...active, causeDetail: '' },
    { ...plan, runId: active.id },
    [
      {
        agentId: randomUUID(),
        name: 'm',
        from01: 0,
        to01: 1,
        endCause: null,
        endDetail: '',
        startSkewMs: null,
        shares: [],
      },
    ],
  )
}
/** Sets its last heartbeat back by a minute. */
const silence = (name: string) =>
  opened.database
    .updateTable('controllers')
    .set({ seen_at: Date.now() - 60_000 })
    .where('name', '=', name)
    .execute()
const ownerOf = async (runId: string) =>
  opened.database
    .selectFrom('runs')
    .select(['controller_id', 'epoch'])
    .where('id', '=', runId)
    .executeTakeFirst()

/** Machines that would take over ten users of the run, when that server asks for them. */
async function roomFor(runId: string, ownership: RunOwnership) {
  const [clusterId, agentId] = [randomUUID(), randomUUID()]
  const { database } = opened
  await database
    .insertInto('clusters')
    .values({ id: clusterId, name: clusterId, engine: 'pr', is_public: true, created_at: 1 })
    .execute()
  const facts = {
    host: 'm',
    system: '',
    architecture: '',
    version: '',
    cores: 1,
    memory_bytes: 1,
    max_users: 100,
  }
  await database
    .insertInto('load_machines')
    .values({ id: agentId, name: agentId, key_hash: '', joined_at: 1, seen_at: 1, ...facts })
    .execute()
  await database
    .insertInto('cluster_machines')
    .values({ cluster_id: clusterId, machine_id: agentId })
    .execute()
  const online = {
    agentId,
    name: 'm',
    host: 'm',
    since: 1,
    cores: 1,
    memoryBytes: 1,
    status: null,
    runIds: [],
  }
  const link = { onlineMachines: () => [online] }
  const shares = createShareMove({ database, link, now: () => 1, ownership })
  return shares.reserveMore({ runId, clusterId, users: 10, scripts: 1, holding: [], excluded: [] })
}

test('the runs of a server that is gone are taken over once, however many try; what the former one writes is void', async () => {
  const [a, b, c] = [server('a'), server('b'), server('c')]
  const lost: string[] = []
  a.on({ lost: runId => void lost.push(runId) })
  for (const each of [a, b, c]) await each.join()
  const run = await insertRun(a)
  await silence('a')
  const claimed: string[] = []
  for (const each of [b, c]) each.on({ claimed: async ids => void claimed.push(...ids) })
  await Promise.all([b.beat(), c.beat()])
  expect(claimed).toEqual([run.id])
  const owner = await ownerOf(run.id)
  expect([b.id, c.id]).toContain(owner?.controller_id)
  expect(owner?.epoch).toBe(2)

  const formerRuns = createRunRepository(opened.database, a)
  await formerRuns.update(run.id, { causeDetail: 'of the former server' })
  await formerRuns.addEvent(run.id, { at: 1, kind: 'stateChanged', params: {}, by: null })
  const [machine] = await formerRuns.machines(run.id)
  if (machine === undefined) throw new Error('the run has no machine')
  await formerRuns.saveMachine(run.id, { ...machine, endCause: 'moved', shares: [] })
  const takers = await roomFor(run.id, a)
  expect(takers).toEqual([])
  await a.beat()
  await formerRuns.update(run.id, { causeDetail: 'once more' })
  expect(lost).toEqual([run.id])
  const present = createRunRepository(opened.database, owner?.controller_id === b.id ? b : c)
  expect((await present.findById(run.id))?.causeDetail).toBe('')
  expect(await present.events(run.id)).toEqual([])
  expect((await present.machines(run.id)).map(each => each.endCause)).toEqual([null])
  expect(await roomFor(run.id, owner?.controller_id === b.id ? b : c)).toMatchObject([{ users: 10 }])
  await present.update(run.id, { causeDetail: 'of the present server' })
  expect((await present.findById(run.id))?.causeDetail).toBe('of the present server')
  for (const each of [a, b, c]) await each.leave()
})

test('a server that starts again under its name takes up its own runs at once, and a process that still has the name has to go', async () => {
  const before = server('d')
  let isReplaced = false
  before.on({
    replaced: () => {
      isReplaced = true
    },
  })
  await before.join()
  const run = await insertRun(before)
  const after = server('d')
  expect(await after.join()).toContain(run.id)
  expect(after.id).toBe(before.id)
  await before.beat()
  expect(isReplaced).toBe(true)
  await after.leave()
})

test('servers that keep uploads in different folders are told so', async () => {
  const [one, other] = [server('e', 'here'), server('f', 'there')]
  await one.join()
  await other.join()
  expect(warnings.some(text => text.includes('"e"') && text.includes('another folder'))).toBe(true)
  expect((await other.list()).find(each => each.name === 'e')?.hasOtherFiles).toBe(true)
  for (const each of [one, other]) await each.leave()
})

test('the mark of a folder is made once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-mark-'))
  const marks = await Promise.all([markFolder(folder), markFolder(folder), markFolder(folder)])
  expect(new Set(marks).size).toBe(1)
  expect(marks[0]).toMatch(/^[0-9a-f-]{36}$/)
  await rm(folder, { recursive: true })
})

test('a server with another key than the database was sealed with does not start', async () => {
  const repository = createReplicaRepository(opened.database)
  const key = randomBytes(32)
  await assertReplicaKey(createSecretBox(key), repository)
  await assertReplicaKey(createSecretBox(key), repository)
  await expect(assertReplicaKey(createSecretBox(randomBytes(32)), repository)).rejects.toThrow('secret.key')
})
