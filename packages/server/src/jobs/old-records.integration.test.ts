/** Retention of operations on hosts and of executions of task sets. */
import { randomUUID } from 'node:crypto'
import { taskSetDocumentSchema } from '@pone/contract/entities/task.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../adapters/database/test-database.ts'
import { insertTestProject } from '../adapters/database/test-project.ts'
import { createOperationRepository } from '../modules/host/operation.repository.ts'
import { createOperationQueueRepository } from '../modules/host/operation-queue.repository.ts'
import { createExecutionRepository } from '../modules/task/execution.repository.ts'

const opened = await createTestDatabase()
const { database } = opened
afterAll(() => opened.close())
const now = 1_000_000

test('operations that are over go when they are old, except the newest of each host and those under way', async () => {
  const operations = createOperationRepository(database)
  const queue = createOperationQueueRepository(database)
  const newHost = async (name: string) => {
    const id = randomUUID()
    const access = { address: '10.0.0.1', has_ssh: false, ssh_port: 22, ssh_user: '', auth: 'key' } as const
    await database
      .insertInto('hosts')
      .values({
        id,
        name,
        ...access,
        sealed_credential: null,
        uses_sudo: false,
        host_key: null,
        agent_id: null,
        settings: '{}',
        facts: null,
        created_at: 1,
      })
      .execute()
    return id
  }
  const add = async (hostId: string, endedAt: number | null) => {
    const id = randomUUID()
    await database
      .insertInto('host_operations')
      .values({
        id,
        group_id: randomUUID(),
        host_id: hostId,
        tool: 'PR',
        kind: 'start',
        version: null,
        package_id: null,
        pid: null,
        state: endedAt === null ? 'waiting' : 'successful',
        progress: null,
        problem_code: null,
        created_by: 'chief',
        created_at: 1,
        started_at: null,
        ended_at: endedAt,
        owner: null,
        lease_until: null,
      })
      .execute()
    await database
      .insertInto('host_operation_lines')
      .values({ operation_id: id, at: 1, level: 'info', text: 'a line' })
      .execute()
    return id
  }
  const [busy, idle] = [await newHost('busy'), await newHost('idle')]
  const waiting = await add(busy, null)
  const old = await add(busy, now - 10)
  const oldToo = await add(busy, now - 5)
  const fresh = await add(busy, now + 1)
  const onlyOne = await add(idle, 1)
  await queue.prune(now, 1)
  const left = await database.selectFrom('host_operations').select('id').execute()
  expect(left.map(row => row.id).sort()).toEqual([waiting, fresh, onlyOne].sort())
  expect(await operations.lines(old, 0)).toEqual([])
  expect(await operations.lines(oldToo, 0)).toEqual([])
  expect(await operations.lines(fresh, 0)).toHaveLength(1)
})

test('executions that are over go when they are old, except the newest of each set and those under way', async () => {
  const executions = createExecutionRepository(database)
  const projectId = await insertTestProject(database)
  const rootId = randomUUID()
  const addNode = async (id: string, parentId: string | null, name: string) => {
    await database
      .insertInto('catalogue_nodes')
      .values({
        id,
        project_id: projectId,
        tree: 'task',
        parent_id: parentId,
        kind: parentId === null ? 'root' : 'set',
        name,
        position: 0,
        document: null,
        revision: 1,
        created_at: 1,
        updated_at: 1,
        updated_by: 'tester',
      })
      .execute()
    return id
  }
  await addNode(rootId, null, 'sets')
  const sets = {
    nightly: await addNode(randomUUID(), rootId, 'nightly'),
    yearly: await addNode(randomUUID(), rootId, 'yearly'),
  }
  const add = async (setName: keyof typeof sets, endedAt: number | null) => {
    const id = await executions.insert({
      projectId,
      setId: sets[setName],
      setName,
      options: taskSetDocumentSchema.parse({ kind: 'set' }),
      tasks: [],
      trigger: 'manual',
      scheduleId: null,
      startedBy: 'tester',
      ownerId: randomUUID(),
      language: 'en',
      dueAt: 1,
      at: 1,
      end: null,
      leaseOwner: randomUUID(),
    })
    if (endedAt !== null) await executions.end(id, 'complete', 'allDone', endedAt)
    return id
  }
  await add('nightly', now - 10)
  await add('nightly', now - 5)
  const fresh = await add('nightly', now + 1)
  const latest = await add('nightly', now - 1)
  await add('yearly', 1)
  const running = await add('yearly', null)
  await executions.prune(now, 1)
  const left = await database.selectFrom('task_executions').select('id').execute()
  expect(left.map(row => row.id).sort()).toEqual([fresh, latest, running].sort())
})
