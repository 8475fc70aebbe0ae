import { randomBytes } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../adapters/database/test-database.ts'
import { joinMachine } from '../link/harness-machine.ts'
import { createTestServer } from '../test-server.ts'

// Servers read the list of servers every two seconds.
vi.setConfig({ testTimeout: 240_000 })

const test_ = await createTestDatabase()
const { database } = test_
const key = randomBytes(32)
const open = async (name: string) => {
  const server = await createTestServer({ database, replica: { name, key } })
  await server.start()
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  await server.listening(Number(new URL(address).port))
  return { server, address }
}
const one = await open('one')
const two = await open('two')
afterAll(async () => {
  await one.server.close()
  await two.server.close()
  await test_.close()
})

const request = {
  id: 's',
  name: 's',
  kind: 'request',
  protocol: 'http',
  http: { url: 'http://localhost/' },
} as const

test('a run starts on the controller that its cluster prefers, whichever server is asked', async () => {
  const chiefId = await one.server.addUser('chief', true)
  const userId = await one.server.addUser('user')
  const token = (id: string) =>
    one.server.services.sessions.start({ userId: id, kind: 'api', isRemembered: false, from: '' })
  const chief = { token: await token(chiefId), isAdministrator: true }
  const user = { token: await token(userId) }
  const controllers = await one.server.call(calls.cluster.controllers, {}, chief)
  const idOf = (name: string) => controllers.find(each => each.name === name)?.id ?? ''
  const { id: clusterId } = await one.server.call(
    calls.cluster.create,
    { name: 'c', isPublic: true, controllerId: idOf('two') },
    chief,
  )
  const joinToken = await one.server.call(calls.joinToken.create, { name: 't', clusterId }, chief)
  const machine = await joinMachine(one.address, joinToken.token)
  const { id: projectId } = await one.server.call(calls.project.create, { name: 'p', code: 'P' }, user)
  const [root] = await one.server.call(calls.component.tree, { projectId }, user)
  const document = componentDocumentSchema.parse({ steps: [request] })
  const parentId = root?.id ?? ''
  const component = await one.server.call(
    calls.component.create,
    { projectId, parentId, name: 'c', document },
    user,
  )
  const set = await one.server.call(calls.scenario.createSet, { projectId, name: 's' }, user)
  const scenario = await one.server.call(
    calls.scenario.create,
    {
      projectId,
      parentId: set.id,
      name: 'x',
      document: scenarioDocumentSchema.parse({
        bindings: [{ componentId: component.id, percentage: 100 }],
        clusterId,
      }),
    },
    user,
  )
  const ownerOf = async (runId: string) => {
    const row = await database
      .selectFrom('runs')
      .select('controller_id')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    return row.controller_id
  }
  const start = () => one.server.call(calls.run.start, { projectId, scenarioId: scenario.id }, user)
  // The second server gets the machine from the first one's report.
  await vi.waitFor(
    async () =>
      expect((await two.server.call(calls.loadMachine.list, {}, chief)).rows[0]?.isOnline).toBe(true),
    { timeout: 60_000 },
  )
  expect(await ownerOf((await start()).id)).toBe(idOf('two'))
  // The same holds for a task of a set with its overrides, although the set is executed by the server that was called.
  const taskSet = await one.server.call(calls.task.createSet, { projectId, name: 't' }, user)
  await one.server.call(
    calls.task.create,
    {
      projectId,
      parentId: taskSet.id,
      name: 'x',
      document: { kind: 'task', scenarioId: scenario.id, loadPercent: 300 },
    },
    user,
  )
  await one.server.call(calls.task.start, { projectId, id: taskSet.id }, user)
  const taskRun = await vi.waitFor(
    async () => {
      const [, latest] = (await one.server.call(calls.run.list, { projectId }, user)).rows.toReversed()
      expect(latest).toBeDefined()
      return latest
    },
    { timeout: 60_000 },
  )
  expect(await ownerOf(taskRun?.id ?? '')).toBe(idOf('two'))
  const { plan } = await database
    .selectFrom('runs')
    .select('plan')
    .where('id', '=', taskRun?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(plan.loadModel).toMatchObject({ users: 30 })
  await one.server.call(
    calls.cluster.edit,
    { id: clusterId, name: 'c', isPublic: true, machineIds: [machine.agentId], controllerId: null },
    chief,
  )
  expect(await ownerOf((await start()).id)).toBe(idOf('one'))
})
