/** Unknown fields are refused by name in every call; a field omitted in an update keeps its stored value. */
import { randomUUID } from 'node:crypto'
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

let person: { token: string }
let admin: { token: string; isAdministrator: boolean }
let projectId = ''
beforeAll(async () => {
  await server.addUser('person')
  const id = await server.addUser('chief', true)
  person = { token: (await server.signIn('person')).token }
  const token = await server.services.sessions.start({
    userId: id,
    kind: 'api',
    isRemembered: true,
    from: '',
  })
  admin = { token, isAdministrator: true }
  projectId = (await server.call(calls.project.create, { name: 'Strict', code: 'STRICT' }, person)).id
})

describe('an unknown field', () => {
  // Calls that take bytes or a file are refused earlier because these are missing.
  const takers = allCalls.filter(({ call }) => call.bytes === undefined && call.upload === undefined)

  test.each(takers)('of $key is refused by its name', async ({ call }) => {
    const { kind } = call.permission
    const { token } = kind === 'administrator' ? admin : person
    const response = await server.app.inject({
      method: 'POST',
      url: `${apiBase}${call.path}`,
      headers: { token, 'is-admin': String(kind === 'administrator'), 'accept-language': 'en' },
      payload: { ...(kind === 'project' ? { projectId } : {}), projectNmae: 'x' },
    })
    const { code, fields } = response.json<{ code: string; fields?: unknown[] }>()
    expect(code).toBe('BadInput')
    expect(fields).toContainEqual({
      path: ['projectNmae'],
      message: 'Unknown field projectNmae; check the spelling',
    })
  })
})

test('an unknown field inside of another is refused by its path', async () => {
  const settings = { namespace: 'pone', image: 'agent', serverUrl: 'http://pone.example', maxPod: 3 }
  const refused = await server.ask(calls.podPool.save, { clusterId: randomUUID(), settings }, admin)
  expect(refused.failure).toMatchObject({ code: 'BadInput', fields: [{ path: ['settings', 'maxPod'] }] })
})

test.each([
  [
    'as a form',
    'application/x-www-form-urlencoded',
    (fields: object) => new URLSearchParams({ ...fields }).toString(),
  ],
  ['as JSON', 'application/json', (fields: object) => JSON.stringify(fields)],
] as const)(
  'an engine in its displayed spelling, which clients of 0.7 send, is read %s',
  async (how, type, write) => {
    for (const [written, engine] of [
      ['JMeter', 'jmeter'],
      ['PR', 'pr'],
      ['jmeter', 'jmeter'],
    ] as const) {
      const response = await server.app.inject({
        method: 'POST',
        url: `${apiBase}${calls.task.createSet.path}`,
        headers: { token: person.token, 'content-type': type },
        payload: write({ projectId, name: `${how} ${written}`, engine: written }),
      })
      const { data } = response.json<{ data: { id: string } }>()
      const { document } = await server.call(calls.task.set, { projectId, id: data.id }, person)
      expect(document.engine).toBe(engine)
    }
  },
)

describe('a field that is left out', () => {
  test('of a cluster stays as it is', async () => {
    const machineId = await addMachine()
    const fields = {
      name: 'Full',
      engine: 'jmeter' as const,
      isPublic: false,
      projectIds: [projectId],
      machineIds: [machineId],
    }
    const { id } = await server.call(calls.cluster.create, fields, admin)
    await server.call(calls.cluster.edit, { id, name: 'Renamed' }, admin)
    const find = async () =>
      (await server.call(calls.cluster.list, {}, admin)).rows.find(row => row.id === id)
    const stored = { engine: 'jmeter', isPublic: false, projects: [{ id: projectId }] }
    expect(await find()).toMatchObject({ name: 'Renamed', ...stored, machines: [{ id: machineId }] })
    await server.call(calls.cluster.edit, { id, name: 'Renamed', machineIds: [] }, admin)
    expect(await find()).toMatchObject({ ...stored, machines: [] })
  })

  test("of a project's cluster stays as it is", async () => {
    const machineId = await addMachine()
    const fields = { projectId, name: 'Own', engine: 'jmeter' as const, machineIds: [machineId] }
    const { id } = await server.call(calls.projectCluster.create, fields, person)
    await server.call(calls.projectCluster.edit, { projectId, id, name: 'Ours' }, person)
    const find = async () =>
      (await server.call(calls.projectCluster.list, { projectId }, person)).find(row => row.id === id)
    expect(await find()).toMatchObject({ name: 'Ours', engine: 'jmeter', machines: [{ id: machineId }] })
  })

  test('of a host and its settings stays as it is', async () => {
    const fields = {
      name: 'shop-1',
      address: '10.9.0.1',
      sshPort: 2222,
      sshUser: 'deploy',
      auth: 'password' as const,
      password: 'open-sesame',
      usesSudo: true,
      projectIds: [projectId],
      serverUrl: 'http://pone.example',
    }
    const { id: hostId } = await server.call(calls.host.create, fields, admin)
    const settings = { localIp: '10.9.0.1', openPort: 2000, statusEverySeconds: 7, prLogPath: '/var/log/pr' }
    await server.call(calls.host.saveSettings, { hostId, ...settings }, admin)
    await server.call(calls.host.saveSettings, { hostId, openPort: null }, admin)
    const renamed = { id: hostId, name: 'shop-2', address: fields.address }
    expect(await server.call(calls.host.edit, renamed, admin)).toMatchObject({
      name: 'shop-2',
      sshPort: 2222,
      sshUser: 'deploy',
      hasCredential: true,
      usesSudo: true,
      projects: [{ id: projectId }],
      settings: { ...settings, openPort: null, serverUrl: 'http://pone.example' },
    })
  })

  test('of machines on demand stays as it is, and is the default where nothing is stored', async () => {
    const { id: clusterId } = await server.call(calls.cluster.create, { name: 'Pods' }, admin)
    const needed = { namespace: 'pone', image: 'agent', serverUrl: 'http://pone.example' }
    const save = (settings: object) =>
      server.call(calls.podPool.save, { clusterId, settings: { ...needed, ...settings } }, admin)
    expect(await save({ maxPods: 3 })).toMatchObject({ maxPods: 3, idleMinutes: 10, connection: 'inCluster' })
    expect(await save({ idleMinutes: 1 })).toMatchObject({ maxPods: 3, idleMinutes: 1 })
  })

  test('of a schedule stays as it is', async () => {
    const { id: setId } = await server.call(calls.task.createSet, { projectId, name: 'Nightly' }, person)
    const rule = { kind: 'repeated', cron: '0 3 * * *', timeZone: 'UTC', endsAt: null } as const
    const plan = { projectId, setId, rule }
    const made = await server.call(calls.task.saveSchedule, plan, person)
    expect(made).toMatchObject({ graceMinutes: 10, isEnabled: true })
    const off = { ...plan, id: made.id, graceMinutes: 30, isEnabled: false }
    await server.call(calls.task.saveSchedule, off, person)
    const again = { ...plan, id: made.id }
    expect(await server.call(calls.task.saveSchedule, again, person)).toMatchObject({
      graceMinutes: 30,
      isEnabled: false,
    })
  })

  test('of a project stays as it is', async () => {
    const fields = {
      name: 'Full',
      code: 'FULL',
      description: 'All of it',
      type: 'large',
      size: '12',
      system: 'shop',
      managerPhone: '13800138000',
      testManager: 'Li',
      plannedStartAt: 1_000,
      plannedEndAt: 2_000,
      actualTesterCount: 3,
      requirementCode: 'R-1',
      status: 'inProgress',
    } as const
    const { id } = await server.call(calls.project.create, fields, person)
    const named = { projectId: id, name: 'Renamed', code: 'FULL' }
    expect(await server.call(calls.project.edit, named, person)).toMatchObject({ ...fields, name: 'Renamed' })
    const { manager } = await server.services.projects.get(id)
    const again = { id, name: 'Again', code: 'FULL', managerId: manager.id }
    expect(await server.call(calls.adminProject.edit, again, admin)).toMatchObject({
      ...fields,
      name: 'Again',
    })
    const emptied = { ...again, description: '', actualTesterCount: null }
    expect(await server.call(calls.adminProject.edit, emptied, admin)).toMatchObject({
      ...fields,
      name: 'Again',
      description: '',
      actualTesterCount: null,
    })
    const inverted = { ...again, plannedStartAt: 3_000 }
    expect((await server.fail(calls.adminProject.edit, inverted, admin)).code).toBe('TimeOrder')
  })

  test('of an account stays as it is', async () => {
    const profile = { realName: 'Full', email: 'a@example.com', phone: '13800138000', organisation: 'QA' }
    const made = { ...profile, account: 'full.one', password: 'kX7#mQ2p' }
    const { id } = await server.call(calls.user.create, made, admin)
    const renamed = await server.call(calls.user.edit, { id, realName: 'Renamed' }, admin)
    expect(renamed).toMatchObject({ ...profile, realName: 'Renamed' })
    const emptied = await server.call(calls.user.edit, { id, realName: 'Renamed', email: '' }, admin)
    expect(emptied).toMatchObject({ ...profile, realName: 'Renamed', email: '' })
  })
})

/** Address of a public resource that does not exist. */
async function addMachine(): Promise<string> {
  const id = randomUUID()
  const at = server.now()
  await server.database
    .insertInto('load_machines')
    .values({
      id,
      name: `machine-${id}`,
      key_hash: '',
      host: '',
      system: 'Linux',
      architecture: 'x64',
      cores: 1,
      memory_bytes: 1,
      version: '0.6.0',
      max_users: 1,
      is_public: true,
      joined_at: at,
      seen_at: at,
    })
    .execute()
  return id
}
