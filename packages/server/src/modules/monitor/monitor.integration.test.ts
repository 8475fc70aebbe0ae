/** Monitors in the database: secrets, revisions, limits of a project, and what another project sees. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorFieldsSchema } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createSecretBox } from '../../adapters/secrets.ts'
import { createMonitorRepository } from './monitor.repository.ts'
import { createMonitorService, type MonitorServiceDeps } from './monitor.service.ts'
import { agentsOf } from './monitor-agents.repository.ts'
import { changeCredential } from './monitor-credential.ts'
import { createMonitorFiles } from './monitor-file.service.ts'
import { createMonitorGroupService } from './monitor-group.service.ts'
import { openSecrets } from './monitor-params.ts'
import { createMonitorSessionRepository } from './monitor-session.repository.ts'
import { createUnheardRepository } from './unheard.repository.ts'
import { createUnheardWatch } from './unheard-watch.ts'

const names = { zh: '名', en: 'name' }
const shop: MonitorType = monitorTypeSchema.parse({
  name: 'shop',
  version: 1,
  category: 'custom',
  names,
  triedOn: [],
  transport: 'http',
  params: [
    { key: 'host', type: 'address', names, required: true },
    { key: 'port', type: 'number', names, default: 80 },
    { key: 'password', type: 'password', names, isSecret: true },
  ],
  sections: [
    {
      key: 'status',
      names,
      request: { path: '/status', answer: { format: 'json', fields: { orders: 'orders' } } },
      answersAvailability: true,
      counters: [{ key: 'orders', kind: 'counter', unit: 'count', names, help: names }],
    },
  ],
  charts: [{ key: 'orders', names, style: 'line', counters: ['status.orders'], unit: 'count/s' }],
})

let test: TestDatabase
let projectId = ''
let otherId = ''
const box = createSecretBox(randomBytes(32))
const changed: string[] = []
const fieldsOf = (name: string, given: object = {}) =>
  monitorFieldsSchema.parse({
    name,
    type: 'shop',
    params: { host: 'shop.test', port: 8080, password: 'open sesame' },
    ...given,
  })
const deps = (): MonitorServiceDeps => ({
  monitors: createMonitorRepository(test.database),
  sessions: createMonitorSessionRepository(test.database),
  agentsOf: id => agentsOf(test.database, id),
  types: {
    of: () => Promise.resolve(({ type }) => (type === 'shop' ? shop : monitorTypeOf(type))),
    newest: name => {
      const type = name === 'shop' ? shop : monitorTypeOf(name)
      return Promise.resolve(type && { type, version: null })
    },
  },
  link: { isOnline: () => false },
  secrets: box,
  series: { remove: () => Promise.resolve() },
  onChange: ids => changed.push(...ids),
  now: () => 1_000,
})
const service = () => createMonitorService(deps())
const codeOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (cause: unknown) => (cause instanceof AppError ? cause.code : String(cause)),
  )
const secretOf = async (id: string) => {
  const row = await test.database
    .selectFrom('monitors')
    .select('sealed_secrets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return openSecrets(box, row.sealed_secrets)
}

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())
beforeEach(async () => {
  projectId = await insertTestProject(test.database)
  otherId = await insertTestProject(test.database)
})

it('seals secrets, never shows them, and keeps them while the target is the same', async () => {
  const monitors = service()
  const made = await monitors.create(projectId, 'ann', fieldsOf('shop'))
  expect(made.params).toEqual({ host: 'shop.test', port: 8080 })
  expect(made.secretsSet).toEqual(['password'])
  expect(JSON.stringify(await monitors.get(projectId, made.id))).not.toContain('sesame')
  const stored = await test.database.selectFrom('monitors').selectAll().where('id', '=', made.id).execute()
  expect(JSON.stringify(stored)).not.toContain('sesame')

  const { after } = await monitors.edit(projectId, 'bob', {
    id: made.id,
    revision: 1,
    params: { host: 'shop.test', port: 8080 },
    url: 'https://shop.test/',
  })
  expect(after).toMatchObject({ secretsSet: ['password'], revision: 2, updatedBy: 'bob' })
  expect(await secretOf(made.id)).toEqual({ password: 'open sesame' })
  expect(changed).toContain(made.id)

  const elsewhere = { host: 'evil.test', port: 8080 }
  const edit = (params: object) =>
    monitors.edit(projectId, 'bob', { id: made.id, revision: 2, params: params as { host: string } })
  expect(await codeOf(edit(elsewhere))).toBe('MonitorSecretNeeded')
  expect(await codeOf(edit({ host: 'shop.test', port: 8081 }))).toBe('MonitorSecretNeeded')
  await edit({ ...elsewhere, password: 'new' })
  expect(await secretOf(made.id)).toEqual({ password: 'new' })
})

it('changes the password of several monitors, of all of them or of none', async () => {
  const monitors = service()
  const [one, two, host] = [
    await monitors.create(projectId, 'ann', fieldsOf('one')),
    await monitors.create(projectId, 'ann', fieldsOf('two', { params: { host: 'b.test', port: 1 } })),
    await monitors.create(
      projectId,
      'ann',
      fieldsOf('web', { type: 'http-availability', params: { url: 'http://c.test/' } }),
    ),
  ]
  const change = (ids: readonly string[], user: string | null = null, of = projectId) =>
    codeOf(changeCredential(deps(), { projectId: of, by: 'bob' }, { ids, user, password: 'next' }))
  expect(await change([one.id, two.id], null, otherId)).toBe('NotFound')
  expect(await change([one.id, host.id])).toBe('MonitorNoCredential')
  expect(await change([one.id], 'root')).toBe('MonitorNoCredential')
  expect(await secretOf(one.id)).toEqual({ password: 'open sesame' })
  changed.length = 0
  expect(await change([one.id, two.id])).toBeUndefined()
  expect([await secretOf(one.id), await secretOf(two.id)]).toEqual([
    { password: 'next' },
    { password: 'next' },
  ])
  expect(changed).toEqual([one.id, two.id])
  expect(await monitors.get(projectId, two.id)).toMatchObject({
    params: { host: 'b.test', port: 1 },
    revision: 2,
    updatedBy: 'bob',
  })

  const late = deps()
  const found = await late.monitors.findAll(projectId, [one.id, two.id])
  await monitors.edit(projectId, 'ann', { id: two.id, revision: 2, url: '' })
  const stale = { ...late, monitors: { ...late.monitors, findAll: () => Promise.resolve(found) } }
  const work = changeCredential(
    stale,
    { projectId, by: 'bob' },
    { ids: [one.id, two.id], user: null, password: 'x' },
  )
  expect(await codeOf(work)).toBe('EditedMeanwhile')
  expect(await secretOf(one.id)).toEqual({ password: 'next' })
})

it('refuses the second edit of a revision, a name that is taken, and what the type does not know', async () => {
  const monitors = service()
  const made = await monitors.create(projectId, 'ann', fieldsOf('one'))
  await monitors.create(otherId, 'ann', fieldsOf('one'))
  await monitors.edit(projectId, 'ann', { id: made.id, revision: 1, url: '' })
  const create = (given: object) => codeOf(monitors.create(projectId, 'ann', fieldsOf('x', given)))
  expect(await codeOf(monitors.edit(projectId, 'ann', { id: made.id, revision: 1 }))).toBe('EditedMeanwhile')
  expect(await create({ name: 'one' })).toBe('NameExists')
  expect(await create({ type: 'unknown' })).toBe('MonitorTypeUnknown')
  expect(await create({ params: { port: 1 } })).toBe('MonitorParamInvalid')
  expect(await create({ params: { host: 'a b' } })).toBe('MonitorParamInvalid')
  expect(await create({ params: { host: 'a', port: 70_000 } })).toBe('MonitorParamInvalid')
  expect(await create({ params: { host: 'a', shell: 'rm' } })).toBe('MonitorParamInvalid')
  const ofSocket = { type: 'postgresql', params: { access: 'socket', socket: '/run/postgresql' } }
  expect(await create(ofSocket)).toBe('MonitorAgentNeeded')
  expect(await create({ frequencyMs: 6_000 })).toBe('MonitorFrequencyTooLong')
  expect(await create({ frequencyMs: 6_000, sendIntervalMs: 6_000 })).toBe('MonitorFrequencyTooLong')
  expect(await create({ agentId: randomUUID() })).toBe('NotFound')
  expect(await create({ groupId: randomUUID() })).toBe('NotFound')
})

it('answers alike for a monitor of another project and one that does not exist', async () => {
  const monitors = service()
  const made = await monitors.create(otherId, 'eve', fieldsOf('theirs'))
  for (const id of [made.id, randomUUID()]) {
    const works = [
      monitors.get(projectId, id),
      monitors.edit(projectId, 'ann', { id, revision: 1, name: 'mine' }),
      monitors.copy(projectId, 'ann', [id]),
      monitors.move(projectId, [id], null),
      monitors.start(projectId, 'ann', [id]),
      monitors.stop(projectId, 'ann', [id]),
      monitors.delete(projectId, [id]),
    ]
    expect(new Set(await Promise.all(works.map(codeOf)))).toEqual(new Set(['NotFound']))
  }
  expect(await monitors.get(otherId, made.id)).toMatchObject({ name: 'theirs', isRunning: false })
})

it('deletes no running monitor, keeps its sessions, and copies are stopped', async () => {
  const monitors = service()
  const made = await monitors.create(projectId, 'ann', fieldsOf('shop'))
  const other = await monitors.create(projectId, 'ann', fieldsOf('other'))
  expect(await monitors.start(projectId, 'ann', [made.id])).toEqual(['shop'])
  expect(await monitors.start(projectId, 'ann', [made.id])).toEqual([])
  expect(await monitors.get(projectId, made.id)).toMatchObject({ isRunning: true, state: 'noAgent' })
  expect(await codeOf(monitors.delete(projectId, [other.id, made.id]))).toBe('MonitorRunning')
  expect((await monitors.get(projectId, other.id)).name).toBe('other')
  const [copy] = await monitors.copy(projectId, 'bob', [made.id])
  expect(copy).toMatchObject({ name: 'shop 2', isRunning: false, createdBy: 'bob', secretsSet: ['password'] })
  expect(await monitors.counts(projectId)).toMatchObject({ total: 3, running: 1 })
  await monitors.stop(projectId, 'bob', [made.id, other.id])
  const sessions = await test.database
    .selectFrom('monitor_sessions')
    .select(['started_by', 'stopped_by', 'final_state'])
    .where('monitor_id', '=', made.id)
    .execute()
  expect(sessions).toEqual([{ started_by: 'ann', stopped_by: 'bob', final_state: 'noAgent' }])
  await monitors.delete(projectId, [made.id, other.id])
  expect(await monitors.counts(projectId)).toMatchObject({ total: 1, running: 0 })
})

it('lists by search, state and page', async () => {
  const monitors = service()
  for (const name of ['a', 'b', 'c']) await monitors.create(projectId, 'ann', fieldsOf(name))
  await monitors.create(projectId, 'ann', fieldsOf('d%', { params: { host: 'other.test' } }))
  const list = async (given: object) => {
    const page = await monitors.list({
      projectId,
      page: 1,
      pageSize: 10,
      search: '',
      type: null,
      groupId: null,
      agentId: null,
      isRunning: null,
      states: [],
      sort: 'name',
      descending: true,
      ...given,
    })
    return [page.total, page.rows.map(row => row.name).join('')]
  }
  expect(await list({})).toEqual([4, 'd%cba'])
  expect(await list({ search: 'shop.test' })).toEqual([3, 'cba'])
  expect(await list({ search: '%' })).toEqual([1, 'd%'])
  expect(await list({ search: 'sesame' })).toEqual([0, ''])
  expect(await list({ states: ['up'] })).toEqual([0, ''])
  expect(await list({ isRunning: false, type: 'shop', descending: false })).toEqual([4, 'abcd%'])
})

it.each(['json', 'csv', 'xlsx'] as const)(
  'exports %s without secrets, and imports it after a trial',
  async format => {
    const monitors = service()
    const repository = createMonitorRepository(test.database)
    const groups = createMonitorGroupService({ monitors: repository, now: () => 1_000 })
    const files = createMonitorFiles({
      repository,
      monitors,
      groups,
      agentsOf: id => agentsOf(test.database, id),
      link: { isOnline: () => false },
    })
    const group = await groups.create(projectId, 'shops')
    await monitors.create(projectId, 'ann', fieldsOf('one', { groupId: group.id, frequencyMs: 2_000 }))
    await monitors.create(projectId, 'ann', fieldsOf('two', { notificationEmails: ['a@shop.test'] }))
    const { body, name } = await files.export({ id: projectId, name: 'Shop' }, [], format)
    expect(name).toBe(`Shop-monitors.${format}`)
    if (typeof body !== 'string' && !Buffer.isBuffer(body))
      throw new Error('the file is no text and no buffer')
    const content = typeof body === 'string' ? Buffer.from(body) : body
    expect(content.toString('utf8')).not.toContain('sesame')

    const folder = await mkdtemp(join(tmpdir(), 'pone-monitor-file-'))
    const path = join(folder, name)
    await writeFile(path, content)
    const load = (into: string, isTrial: boolean) =>
      files.import({
        projectId: into,
        by: 'bob',
        upload: { name, path, sizeBytes: content.length },
        isTrial,
        language: 'en',
        textOf: error => error.code,
      })
    expect(await load(otherId, true)).toMatchObject({ created: 0, refused: 0 })
    expect(await monitors.counts(otherId)).toMatchObject({ total: 0 })
    expect(await load(otherId, false)).toMatchObject({ created: 2, refused: 0 })
    const twice = await load(otherId, false)
    expect(twice).toMatchObject({ created: 0, refused: 2 })
    expect(twice.rows[0]?.problems).toEqual([{ field: 'name', text: 'NameExists' }])
    const [one] = await repository.all(otherId)
    expect(one).toMatchObject({ name: 'one', frequency_ms: 2_000, params: { host: 'shop.test', port: 8080 } })
    expect((await groups.list(otherId)).map(each => each.name)).toEqual(['shops'])
    await rm(folder, { recursive: true })
  },
)

describe('a monitor of which nothing was ever stored', () => {
  const limitMs = 10_000 + 3_000
  let at = 100_000
  let onlineSince: number | null = 0
  let isStoring = false
  let agentId = ''
  const states: (readonly [string, string | null])[] = []

  async function begin(given: object = {}) {
    at = 100_000
    onlineSince = 0
    isStoring = false
    states.length = 0
    agentId = randomUUID()
    const facts = {
      host: '',
      system: '',
      architecture: '',
      version: '',
      cores: 1,
      memory_bytes: 1,
      max_users: 1,
    }
    await test.database
      .insertInto('load_machines')
      .values({ id: agentId, name: agentId, key_hash: '', joined_at: 1, seen_at: 1, ...facts })
      .execute()
    const { id } = await service().create(projectId, 'ann', fieldsOf(randomUUID(), given))
    await test.database.updateTable('monitors').set({ is_running: true }).where('id', '=', id).execute()
    await test.database
      .insertInto('monitor_assignments')
      .values({ monitor_id: id, epoch: 1, agent_id: agentId, assigned_at: at, until_at: null })
      .execute()
    const watch = createUnheardWatch({
      repository: createUnheardRepository(test.database),
      series: {
        write: ({ states: written = [] }) => {
          states.push(
            ...written
              .filter(({ monitorId }) => monitorId === id)
              .map(one => [one.section, one.cause] as const),
          )
          return Promise.resolve({ stored: 0, duplicates: 0, refused: [] })
        },
      },
      types: { of: () => Promise.resolve(() => shop) },
      link: {
        onlineMachines: () => (onlineSince === null ? [] : [{ ...online, agentId, since: onlineSince }]),
      },
      isStoring: () => isStoring,
      now: () => at,
    })
    const stateAt = async (instant: number) => {
      at = instant
      await watch()
      const { state, problem } = await service().get(projectId, id)
      return problem === null ? state : `${state} ${problem.cause}`
    }
    return { id, stateAt }
  }
  const online = { name: '', host: '', cores: 1, memoryBytes: 1, status: null, runIds: [] }

  it('says so after twice its longer interval, once', async () => {
    const { stateAt } = await begin()
    expect(await stateAt(100_000 + limitMs)).toBe('waiting')
    expect(await stateAt(100_000 + limitMs + 1)).toBe('down noData')
    expect(await stateAt(200_000)).toBe('down noData')
    expect(states).toEqual([['status', 'noData']])
    const slow = await begin({ sendIntervalMs: 60_000 })
    expect(await slow.stateAt(100_000 + 120_000)).toBe('waiting')
    expect(await slow.stateAt(100_000 + 123_001)).toBe('down noData')
  })

  it('names an agent that is away, and gives one that is back its time', async () => {
    const { stateAt } = await begin()
    onlineSince = null
    expect(await stateAt(150_000)).toBe('down agentLost')
    onlineSince = 150_000
    expect(await stateAt(151_000)).toBe('down agentLost')
    expect(await stateAt(150_000 + limitMs + 1)).toBe('down noData')
    expect(states).toEqual([
      ['status', 'agentLost'],
      ['status', 'noData'],
    ])
  })

  it('waits while values are being stored, and leaves alone what has a state of its own', async () => {
    const { id, stateAt } = await begin()
    isStoring = true
    expect(await stateAt(200_000)).toBe('waiting')
    isStoring = false
    await test.database
      .insertInto('monitor_sections')
      .values({
        monitor_id: id,
        section: 'status',
        answers_availability: true,
        cause: 'refused',
        since: 100_500,
        last_at: null,
      })
      .execute()
    expect(await stateAt(300_000)).toBe('down refused')
    expect(states).toEqual([])
  })

  it.each([
    [['tooManyLabels', null], 'partly'],
    [['tooManyLabels', 'tooManyLabels'], 'partly'],
    [['timedOut', null], 'down'],
    [[null, 'timedOut'], 'partly'],
  ] as const)('with sections of %j it is %s: too many label sets leave values', async (causes, expected) => {
    const { id, stateAt } = await begin()
    await test.database
      .insertInto('monitor_sections')
      .values(
        causes.map((cause, index) => ({
          monitor_id: id,
          section: `section${index}`,
          answers_availability: index === 0,
          cause,
          since: 100_500,
          last_at: 100_500,
        })),
      )
      .execute()
    expect((await stateAt(100_600)).split(' ')[0]).toBe(expected)
  })
})
