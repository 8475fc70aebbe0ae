/** Which files a load machine may download: those of its present work, from every server, as long as the work lasts. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { linkPackagePath } from '@pone/contract/link/package-path.ts'
import { sampleLogPath } from '@pone/contract/link/sample-log.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../adapters/database/test-database.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { type HarnessMachine, joinMachine } from './harness-machine.ts'

// Servers read the list of servers every two seconds.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

interface Server {
  readonly server: TestServer
  readonly address: string
}
interface Sent {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
interface Project {
  readonly id: string
  readonly fileId: string
  readonly document: ComponentDocument
  readonly scenarioId: string
  /** The only machine of the project's cluster. */
  readonly machine: HarnessMachine
}

const key = randomBytes(32)
const machines: HarnessMachine[] = []
let database: TestDatabase
let fileFolder = ''
let one: Server
let two: Server
let chief: { token: string; isAdministrator: boolean }
let user: { token: string }
let shop: Project
let bank: Project

beforeAll(async () => {
  database = await createTestDatabase()
  fileFolder = await mkdtemp(join(tmpdir(), 'pone-machine-files-'))
  one = await open('one')
  two = await open('two')
  const tokenOf = async (name: string, isAdministrator: boolean) => {
    const userId = await one.server.addUser(name, isAdministrator)
    return one.server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' })
  }
  chief = { token: await tokenOf('chief', true), isAdministrator: true }
  user = { token: await tokenOf('user', false) }
  shop = await addProject('shop')
  bank = await addProject('bank')
  const seen = async () => (await two.server.call(calls.loadMachine.list, {}, chief)).rows
  await vi.waitFor(async () => expect((await seen()).filter(machine => machine.isOnline)).toHaveLength(2), {
    timeout: 60_000,
  })
})
afterAll(async () => {
  for (const machine of machines) machine.close()
  await one.server.close()
  await two.server.close()
  await database.close()
  await rm(fileFolder, { recursive: true, force: true })
})

async function open(name: string): Promise<Server> {
  const server = await createTestServer({ database: database.database, replica: { name, key, fileFolder } })
  await server.start()
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  await server.listening(Number(new URL(address).port))
  return { server, address }
}

/** A project with a parameter file, a scenario whose component reads it, and a machine of its own. */
async function addProject(name: string): Promise<Project> {
  const { server } = one
  const { id: projectId } = await server.call(calls.project.create, { name, code: name.toUpperCase() }, user)
  const { id: clusterId } = await server.call(calls.cluster.create, { name, projectIds: [projectId] }, chief)
  const joinToken = await server.call(calls.joinToken.create, { name, clusterId }, chief)
  const machine = await joinMachine(one.address, joinToken.token, name)
  machines.push(machine)
  const fileId = await upload(projectId, `name\n${name}\n`)
  const document = componentDocumentSchema.parse({
    parameters: [{ id: 'names', kind: 'file', fileId, columns: ['name'] }],
    steps: [{ id: 's', name: 's', kind: 'request', protocol: 'http', http: { url: 'http://localhost/' } }],
  })
  const [root] = await server.call(calls.component.tree, { projectId }, user)
  const component = await server.call(
    calls.component.create,
    { projectId, parentId: root?.id ?? '', name: 'c', document },
    user,
  )
  const set = await server.call(calls.scenario.createSet, { projectId, name: 's' }, user)
  const { id: scenarioId } = await server.call(
    calls.scenario.create,
    {
      projectId,
      parentId: set.id,
      name: 'x',
      document: scenarioDocumentSchema.parse({
        bindings: [{ componentId: component.id, percentage: 100 }],
        clusterId,
        sampleLog: 'csv',
      }),
    },
    user,
  )
  return { id: projectId, fileId, document, scenarioId, machine }
}

async function upload(projectId: string, text: string): Promise<string> {
  const body = new FormData()
  body.append('projectId', projectId)
  body.append('file', new Blob([text]), 'names.csv')
  const url = one.address + apiBase + calls.parameterFile.upload.path
  const response = await fetch(url, { method: 'POST', body, headers: { token: user.token } })
  const { data } = (await response.json()) as { data: { id: string } }
  return data.id
}

const fetchAs = (machine: HarnessMachine, from: Server, path: string, sent: Sent = { method: 'GET' }) =>
  fetch(from.address + path, { ...sent, headers: { ...sent.headers, ...machine.headers } })
/** The server's response to the request for the file. */
const get = async (machine: HarnessMachine, from: Server, fileId: string) => {
  const response = await fetchAs(machine, from, `/apm-api/link-file/${fileId}`)
  return { status: response.status, body: await response.text() }
}

const none = { status: 404, body: '' }

test('a machine without work gets no file, and the same answer as for a file that is not there', async () => {
  for (const from of [one, two])
    for (const id of [shop.fileId, bank.fileId, randomUUID(), 'x'])
      expect(await get(shop.machine, from, id)).toEqual(none)
})

test('a machine at a standalone execution gets its files from every server, another machine does not, and nobody after its end', async () => {
  const { debugId } = await one.server.call(
    calls.component.startDebug,
    { projectId: shop.id, name: 'c', document: shop.document },
    user,
  )
  await shop.machine.receives('startDebug')
  for (const from of [one, two]) {
    expect(await get(shop.machine, from, shop.fileId)).toEqual({ status: 200, body: 'name\nshop\n' })
    expect(await get(shop.machine, from, bank.fileId)).toEqual(none)
    expect(await get(bank.machine, from, shop.fileId)).toEqual(none)
  }
  // A message of another machine does not end the work.
  const ended: AgentMessage = {
    kind: 'debug',
    debugId,
    events: [{ kind: 'ended', cause: 'finished', detail: '' }],
  }
  bank.machine.say(ended)
  expect((await get(shop.machine, two, shop.fileId)).status).toBe(200)
  shop.machine.say(ended)
  await vi.waitFor(async () => expect(await get(shop.machine, two, shop.fileId)).toEqual(none), {
    timeout: 60_000,
  })
})

test('a machine of a run gets the files of the run and hands over its samples, whoever drives it, until the run is over', async () => {
  const run = await two.server.call(
    calls.run.start,
    { projectId: shop.id, scenarioId: shop.scenarioId },
    user,
  )
  await shop.machine.receives('prepareRun')
  const sampleLog = (machine: HarnessMachine) =>
    fetchAs(machine, one, sampleLogPath(run.id, '1.1'), {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: 'samples',
    })
  const justStarted = await open('three')
  for (const from of [one, two, justStarted]) {
    expect(await get(shop.machine, from, shop.fileId)).toEqual({ status: 200, body: 'name\nshop\n' })
    expect(await get(shop.machine, from, bank.fileId)).toEqual(none)
    expect(await get(bank.machine, from, shop.fileId)).toEqual(none)
  }
  await justStarted.server.close()
  expect((await get(bank.machine, one, bank.fileId)).status).toBe(404)
  expect((await sampleLog(bank.machine)).status).toBe(404)
  expect((await sampleLog(shop.machine)).status).toBe(204)
  await one.server.call(calls.run.forceStop, { projectId: shop.id, id: run.id }, user)
  await vi.waitFor(async () => expect(await get(shop.machine, one, shop.fileId)).toEqual(none), {
    timeout: 60_000,
  })
})

test('a machine that has taken over the share of another one gets the files, and that one gets them no more', async () => {
  const run = await one.server.call(
    calls.run.start,
    { projectId: shop.id, scenarioId: shop.scenarioId },
    user,
  )
  expect((await get(shop.machine, two, shop.fileId)).status).toBe(200)
  // The controller stores the share before it sends it to the machine.
  const rows = database.database
  await rows.updateTable('run_machines').set({ end_cause: 'moved' }).where('run_id', '=', run.id).execute()
  await rows
    .insertInto('run_machines')
    .values({
      run_id: run.id,
      agent_id: bank.machine.agentId,
      name: 'bank',
      from01: 0,
      to01: 1,
      shares: '[]',
      end_detail: '',
    })
    .execute()
  expect(await get(shop.machine, two, shop.fileId)).toEqual(none)
  expect((await get(bank.machine, two, shop.fileId)).status).toBe(200)
})

test('a package is given to the machine that it is brought to, and to no other', async () => {
  const packageId = randomUUID()
  const path = linkPackagePath(packageId)
  await database.database
    .insertInto('packages')
    .values({
      id: packageId,
      name: 'p',
      type: 'Agent',
      system: 'linux',
      architecture: 'x64',
      version: '9.0.0',
      file_name: 'p.tar.gz',
      size_bytes: 1,
      sha256: 'a'.repeat(64),
      install_path: null,
      log_path: null,
      status_push_seconds: 5,
      own_build: null,
      uploaded_at: 0,
      uploaded_by: 'chief',
    })
    .execute()
  const status = async (machine: HarnessMachine) =>
    (await fetchAs(machine, two, path, { method: 'HEAD' })).status
  expect(await status(shop.machine)).toBe(404)
  await one.server.call(calls.machineUpgrade.start, { machineIds: [shop.machine.agentId], packageId }, chief)
  const { upgradeId } = await shop.machine.receives('upgradeAgent')
  expect([await status(shop.machine), await status(bank.machine)]).toEqual([200, 404])
  shop.machine.say({
    kind: 'upgradeProgress',
    upgradeId,
    state: 'failed',
    receivedBytes: 0,
    failure: 'download',
    detail: '',
  })
  await shop.machine.receives('forgetUpgrade')
  expect(await status(shop.machine)).toBe(404)
})
