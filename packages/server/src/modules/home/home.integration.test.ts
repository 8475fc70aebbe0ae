import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { homeDays, listedOnHome } from '@pone/contract/entities/home.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'

const server = await createTestServer()
afterAll(() => server.close())
const runs = createRunRepository(server.database)
const { record, plan } = sampleRun({ seconds: 1 })
type Changes = Partial<typeof record>
const dayMs = 86_400_000

let manager: { token: string }
let colleague: { token: string }
let projectId = ''
let otherId = ''
beforeAll(async () => {
  await server.addUser('manager')
  manager = { token: (await server.signIn('manager')).token }
  const own = await server.call(calls.project.create, { name: 'Shop', code: 'SHOP' }, manager)
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, manager)
  projectId = own.id
  otherId = other.id
  colleague = await member('colleague', ['run.view', 'scenario.view', 'component.edit'])
})

/** A member of the shop whose role has these functions only. */
async function member(account: string, functions: ProjectFunction[]): Promise<{ token: string }> {
  const userId = await server.addUser(account)
  const role = await server.call(calls.role.create, { projectId, name: account, functions }, manager)
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId: role.id }, manager)
  return { token: (await server.signIn(account)).token }
}

const roots = new Map<string, string>()
/** A node below the root of its tree; answers its id. */
async function addNode(
  node: { tree: 'scenario' | 'component' | 'task'; kind: string; name: string; document?: object },
  inProject = projectId,
): Promise<string> {
  const tree = `${inProject} ${node.tree}`
  const rootId = roots.get(tree)
  if (rootId === undefined && node.kind !== 'root') {
    roots.set(tree, await addNode({ tree: node.tree, kind: 'root', name: 'root' }, inProject))
    return addNode(node, inProject)
  }
  const id = randomUUID()
  await server.database
    .insertInto('catalogue_nodes')
    .values({
      id,
      project_id: inProject,
      tree: node.tree,
      parent_id: rootId ?? null,
      kind: node.kind,
      name: node.name,
      position: 0,
      document: JSON.stringify(node.document ?? {}),
      revision: 1,
      created_at: 1,
      updated_at: server.now(),
      updated_by: 'manager',
    })
    .execute()
  return id
}
const addScenario = (name: string, inProject?: string) =>
  addNode({ tree: 'scenario', kind: 'scenario', name }, inProject)

let minute = 0
/** A complete run of the scenario that ended just now; each one is a minute later than the one before. */
function addRun(scenarioId: string, changes: Changes = {}, inProject = projectId) {
  minute += 1
  const createdAt = server.now() - dayMs + minute * 60_000
  const figures = { requests: 1_000, failed: 0, requestsPerSecond: 50, p95Ms: 100, peakUsers: 20 }
  const times = { createdAt, startedAt: createdAt, endedAt: createdAt + 30_000 }
  const base = { ...record, ...times, ...figures, state: 'complete', sla: 'passed' } as const
  return runs.insert(
    { ...base, id: randomUUID(), projectId: inProject, scenarioId, startedBy: 'robot', ...changes },
    plan,
    [],
  )
}

test('a project without runs has nothing that became worse, no trends, and nothing that waits', async () => {
  expect(await server.call(calls.home.changes, { projectId }, manager)).toEqual({
    compared: 0,
    otherLoad: 0,
    isCut: false,
    worse: 0,
    rows: [],
  })
  expect(await server.call(calls.home.trends, { projectId }, manager)).toEqual({ scenarios: [] })
  expect(await server.call(calls.home.waiting, { projectId }, manager)).toEqual({
    runs: { total: 0, limit: 100, rows: [] },
    schedules: [],
    missed: [],
    components: [],
  })
})

test('runs whose load machines were their limit are listed as not reliable and do not count in the SLA pass rate', async () => {
  const before = await server.call(calls.project.home, { projectId }, manager)
  expect(before.slaPassedPercent).toBeNull()
  const scenario = await addScenario('Limited')
  await addRun(scenario)
  await addRun(scenario, { sla: 'broken' })
  await addRun(scenario, { sla: 'notReliable', isGeneratorLimit: true })
  const home = await server.call(calls.project.home, { projectId }, manager)
  expect(home.slaPassedPercent).toBe(50)
  expect(home.latestRuns.map(({ sla }) => sla)).toEqual(['notReliable', 'broken', 'passed'])
  const listed = await server.call(calls.run.list, { projectId, sla: ['notReliable'] }, manager)
  expect(listed.rows).toMatchObject([{ sla: 'notReliable', isGeneratorLimit: true }])
  await server.database.deleteFrom('runs').where('scenario_id', '=', scenario).execute()
})

test('what became worse is the latest complete or failed run against the last complete one before', async () => {
  const slower = await addScenario('Slower')
  const before = await addRun(slower, { p95Ms: 100 })
  await addRun(slower, { state: 'failed', p95Ms: 5 })
  await addRun(slower, { state: 'userStopped', p95Ms: 7 })
  const latest = await addRun(slower, { p95Ms: 180, failed: 50 })
  await addRun(slower, { state: 'userStopped', p95Ms: 9 })
  await addRun(slower, { state: 'running', endedAt: null })
  const failing = await addScenario('Failing')
  await addRun(failing)
  await addRun(failing, { state: 'failed' })
  const failed = await addRun(failing, { state: 'failed' })
  const other = await addScenario('Other load')
  await addRun(other)
  await addRun(other, { peakUsers: 40, p95Ms: 400 })
  const once = await addScenario('Once')
  await addRun(once)
  const old = await addScenario('Long ago')
  const longAgo = { createdAt: server.now() - (homeDays + 1) * dayMs }
  await addRun(old, longAgo)
  await addRun(old, { ...longAgo, state: 'failed' })
  // Deleted, and of another project.
  await addRun(randomUUID())
  const foreign = await addScenario('Foreign', otherId)
  await addRun(foreign, {}, otherId)
  await addRun(foreign, { state: 'failed' }, otherId)

  const changes = await server.call(calls.home.changes, { projectId }, manager)
  expect(changes).toMatchObject({ compared: 3, otherLoad: 1, isCut: false, worse: 2 })
  expect(
    changes.rows.map(row => [row.scenarioName, row.previous.number, row.latest.number, row.reasons]),
  ).toEqual([
    ['Failing', failed.number - 2, failed.number, ['failed']],
    ['Slower', before.number, latest.number, ['p95', 'errors']],
  ])
  expect(changes.rows[1]).toMatchObject({
    latest: { id: latest.id, p95Ms: 180, errorPercent: 5 },
    isLoadAlike: true,
  })
  const ofOther = await server.call(calls.home.changes, { projectId: otherId }, manager)
  expect(ofOther.rows.map(row => row.scenarioName)).toEqual(['Foreign'])
})

test('trends are of the scenarios that ran most often, with their latest ended runs, oldest first', async () => {
  const often = await addScenario('Often')
  for (let count = 0; count < listedOnHome.points + 3; count++) await addRun(often, { p95Ms: 100 + count })
  await addRun(often, { state: 'running', endedAt: null })
  for (const name of ['A', 'B', 'C', 'D']) {
    const id = await addScenario(name)
    for (let count = 0; count < 8; count++)
      await addRun(id, count === 3 ? { state: 'failed', p95Ms: null, requests: 0 } : {})
  }
  const { scenarios } = await server.call(calls.home.trends, { projectId }, manager)
  expect(scenarios.map(trend => [trend.scenarioName, trend.runs, trend.points.length])).toEqual([
    ['Often', listedOnHome.points + 3, listedOnHome.points],
    ['D', 8, 8],
    ['C', 8, 8],
    ['B', 8, 8],
  ])
  expect(scenarios[0]?.points.map(point => point.p95Ms)).toEqual(
    Array.from({ length: listedOnHome.points }, (_, index) => 103 + index),
  )
  expect(scenarios[1]?.points[3]).toMatchObject({ state: 'failed', p95Ms: null, errorPercent: null })
})

test('an ended run waits for its starter until that person opens it; an API token does not open it', async () => {
  const scenarioId = await addScenario('Mine')
  const mine = await addRun(scenarioId, { startedBy: 'manager' })
  await addRun(scenarioId, { startedBy: 'manager', state: 'running', endedAt: null })
  await addRun(scenarioId, { startedBy: 'manager' }, otherId)
  const waiting = async (as: typeof manager) =>
    (await server.call(calls.home.waiting, { projectId }, as)).runs.rows.map(row => row.id)
  expect(await waiting(manager)).toEqual([mine.id])
  expect(await waiting(colleague)).toEqual([])

  await server.call(calls.run.get, { projectId, id: mine.id }, colleague)
  const order = { projectId, name: 'CI', functions: ['run.view'] as ProjectFunction[], expiresInDays: 1 }
  const { token } = await server.call(calls.apiToken.create, order, manager)
  await server.call(calls.run.get, { projectId, id: mine.id }, { token })
  expect(await waiting(manager)).toEqual([mine.id])

  await server.call(calls.run.get, { projectId, id: mine.id }, manager)
  expect(await waiting(manager)).toEqual([])
  const row = await server.database
    .selectFrom('runs')
    .select('opened_at')
    .where('id', '=', mine.id)
    .executeTakeFirstOrThrow()
  expect(row.opened_at).toBeGreaterThan(0)
})

test('schedules, missed executions and own components that cannot run wait; each for who may see it', async () => {
  const setId = await addNode({ tree: 'task', kind: 'set', name: 'Nightly', document: { kind: 'set' } })
  const schedule = {
    id: randomUUID(),
    project_id: projectId,
    set_id: setId,
    rule: '{}',
    grace_minutes: 5,
    is_enabled: true,
    next_at: 5_000,
    last_at: null,
    owner_id: await ownerId(),
    created_by: 'manager',
    language: 'en',
    created_at: 1,
    updated_at: 1,
  } as const
  const switchedOff = { ...schedule, id: randomUUID(), is_enabled: false, next_at: 4_000 }
  await server.database.insertInto('task_schedules').values([schedule, switchedOff]).execute()
  const dueAt = server.now() - dayMs
  const missed = { id: randomUUID(), project_id: projectId, number: 7, set_id: setId, set_name: 'Nightly' }
  await server.database
    .insertInto('task_executions')
    .values({
      ...missed,
      options: JSON.stringify({ kind: 'set' }),
      state: 'missed',
      cause: 'late',
      cause_detail: '',
      trigger: 'schedule',
      schedule_id: schedule.id,
      started_by: 'manager',
      owner_id: schedule.owner_id,
      language: 'en',
      due_at: dueAt,
      created_at: 1,
      started_at: null,
      ended_at: 1,
      stop_kind: null,
      stop_by: null,
      stop_at: null,
      lease_owner: null,
      lease_until: null,
    })
    .execute()
  const broken = await addNode({ tree: 'component', kind: 'component', name: 'Empty' })

  const waiting = await server.call(calls.home.waiting, { projectId }, { ...manager, language: 'en' })
  expect(waiting.schedules).toEqual([{ id: schedule.id, setId, setName: 'Nightly', at: 5_000 }])
  expect(waiting.missed).toEqual([{ id: missed.id, number: 7, setName: 'Nightly', engine: 'pr', dueAt }])
  expect(waiting.components).toEqual([
    { id: broken, name: 'Empty', errors: 1, firstError: expect.stringMatching(/step/i) },
  ])
  expect(await server.call(calls.home.waiting, { projectId }, colleague)).toMatchObject({
    schedules: [{ id: schedule.id }],
    missed: [],
    components: [],
  })
  const guest = await member('guest', ['project.view'])
  expect(await server.call(calls.home.waiting, { projectId }, guest)).toMatchObject({
    runs: { total: 0 },
    schedules: [],
    missed: [],
    components: [],
  })
  expect(await server.fail(calls.home.changes, { projectId }, guest)).toMatchObject({ code: 'Forbidden' })
})
const ownerId = async () =>
  (
    await server.database
      .selectFrom('users')
      .select('id')
      .where('account', '=', 'manager')
      .executeTakeFirstOrThrow()
  ).id

test('the tour is due until its person leaves it, and never again', async () => {
  expect(await server.call(calls.tour.get, {}, manager)).toEqual({ isDue: true })
  await server.call(calls.tour.leave, {}, manager)
  await server.call(calls.tour.leave, {}, manager)
  expect(await server.call(calls.tour.get, {}, manager)).toEqual({ isDue: false })
  expect(await server.call(calls.tour.get, {}, colleague)).toEqual({ isDue: true })
})
