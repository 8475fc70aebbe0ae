/** Monitors of a fresh installation: made once, followed to other addresses while nobody has edited them. */
import { randomUUID } from 'node:crypto'
import { monitorCalls } from '@pone/contract/calls/monitor.ts'
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../test-server.ts'
import { type DemoMonitorsDeps, makeDemoMonitors } from './demo-monitors.ts'
import { findDemoProject } from './demo-project.ts'
import { beginFirstRun } from './first-run.ts'

const database = {
  socketFolder: '/data/run',
  port: 5432,
  user: 'pone_monitor',
  password: 'first',
  database: 'pone_monitor',
}
let server: TestServer
let agentId = ''
let projectId = ''

async function addAgent(name: string): Promise<string> {
  const id = randomUUID()
  await server.database
    .insertInto('load_machines')
    .values({
      id,
      name,
      key_hash: '',
      host: '',
      system: '',
      architecture: '',
      cores: 1,
      memory_bytes: 1,
      version: '',
      max_users: 1,
      is_public: true,
      joined_at: 1,
      seen_at: 1,
    })
    .execute()
  return id
}

beforeAll(async () => {
  server = await createTestServer()
  await beginFirstRun(server.services, { clock: () => server.now(), demoTargetUrl: 'http://127.0.0.1:8090' })
  const demo = await server.services.userRepository.findByAccount('demo')
  projectId = (await findDemoProject(server.services, demo?.id ?? '')) ?? ''
  agentId = await addAgent('local')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.deleteFrom('monitors').execute()
  await server.database.deleteFrom('settings').where('name', 'like', 'demo.monitors%').execute()
})

/** One start of a server, to which an agent connects. */
async function start(
  port: number,
  monitoredDatabase: DemoMonitorsDeps['monitoredDatabase'],
  connected = agentId,
): Promise<void> {
  const handlers: { agentOnline: (agentId: string) => void }[] = []
  const problems: unknown[] = []
  const settled = makeDemoMonitors({
    services: { ...server.services, link: { on: given => void handlers.push(given) } },
    demoTargetUrl: `http://127.0.0.1:${port}`,
    monitoredDatabase,
    warn: (_, cause) => void problems.push(cause),
  })
  for (const { agentOnline } of handlers) agentOnline(connected)
  await settled()
  expect(problems).toEqual([])
}

const monitors = async (): Promise<Monitor[]> => {
  const query = monitorCalls.list.input.parse({ projectId, pageSize: 50 })
  return (await server.services.monitors.list(query)).rows
}
const named = async (part: string): Promise<Monitor> => {
  const found = (await monitors()).find(({ name }) => name.includes(part))
  if (found === undefined) throw new Error(`there is no monitor ${part}`)
  return found
}
const edit = ({ id, revision }: Monitor, given: object) =>
  server.services.monitors.edit(projectId, 'demo', { id, revision, ...given })

it('makes the monitors once, on the agent of the installation only, and remembers those that were deleted', async () => {
  await start(8_090, database, await addAgent('another'))
  expect(await monitors()).toEqual([])
  await start(8_090, database)
  const made = await monitors()
  expect(made.map(({ name, type, agentId: on, isRunning }) => [name, type, on, isRunning])).toEqual([
    ['Pone 数据库 Pone database', 'postgresql', agentId, true],
    ['本机 This machine', 'host', agentId, true],
    ['演示商城 Demo shop', 'demo-shop', agentId, true],
  ])
  const { password: _, socketFolder: socket, ...open } = database
  expect(made[0]?.params).toEqual({ access: 'socket', socket, ...open })
  expect(made[0]?.secretsSet).toEqual(['password'])
  expect(await server.services.settingRepository.read('demo.monitors')).not.toContain(database.password)
  await server.database.deleteFrom('monitors').where('type', '=', 'host').execute()
  await start(8_090, database)
  expect(await monitors()).toHaveLength(2)
})

it('makes no monitor of a database that is not the installation’s own', async () => {
  await start(8_090, undefined)
  expect((await monitors()).map(({ type }) => type)).toEqual(['host', 'demo-shop'])
  await start(8_090, database)
  expect(await monitors()).toHaveLength(3)
})

it('follows the shop to another port, and the database to another folder and password', async () => {
  await start(8_090, database)
  await start(9_090, { ...database, socketFolder: '/moved/run', password: 'second' })
  expect(await named('shop')).toMatchObject({
    params: { host: '127.0.0.1', port: 9_090 },
    url: 'http://127.0.0.1:9090',
    revision: 2,
    isRunning: true,
  })
  expect(await named('database')).toMatchObject({ params: { socket: '/moved/run' }, revision: 2 })
  await start(9_091, { ...database, socketFolder: '/moved/run', password: 'second' })
  expect(await named('shop')).toMatchObject({ params: { port: 9_091 }, revision: 3 })
  expect((await named('database')).revision).toBe(2)
})

it('leaves alone what a person has edited or deleted, for ever', async () => {
  await start(8_090, database)
  await edit(await named('shop'), { name: 'my shop' })
  await server.database.deleteFrom('monitors').where('type', '=', 'postgresql').execute()
  for (const port of [9_090, 9_091]) await start(port, { ...database, password: String(port) })
  expect(await named('my shop')).toMatchObject({ params: { port: 8_090 }, revision: 2 })
  expect(await monitors()).toHaveLength(2)
})

it('adopts what a release before made, unless it was edited, and adds the database', async () => {
  await start(8_090, undefined)
  const { settingRepository } = server.services
  const asFormer = async () => {
    await server.database.deleteFrom('settings').where('name', '=', 'demo.monitors').execute()
    await settingRepository.write('demo.monitorsAt', '1')
  }
  await asFormer()
  await server.database.deleteFrom('monitors').where('type', '=', 'host').execute()
  await start(9_090, database)
  expect(await named('shop')).toMatchObject({ params: { port: 9_090 } })
  expect((await monitors()).map(({ type }) => type)).toEqual(['postgresql', 'demo-shop'])
  await asFormer()
  await start(9_091, database)
  expect(await named('shop')).toMatchObject({ params: { port: 9_090 } })
})
