import { calls } from '@pone/contract/calls/registry.ts'
import type { ScheduleRule } from '@pone/contract/entities/task.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

const { task, scenario } = calls
let as: { token: string }
let userId = ''
let projectId = ''
let scenarios: string[] = []
let count = 0

beforeAll(async () => {
  userId = await server.addUser('tester')
  as = {
    token: await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' }),
  }
})
beforeEach(async () => {
  count += 1
  const project = await server.call(calls.project.create, { name: `P${count}`, code: `P${count}` }, as)
  projectId = project.id
  const set = await server.call(scenario.createSet, { projectId, name: 'Scenarios' }, as)
  scenarios = []
  for (const name of ['Shop', 'Pay']) {
    const document = {
      loadModel: { kind: 'constant', users: 20, rampUpSeconds: 5, durationSeconds: 60 },
    } as const
    const made = await server.call(scenario.create, { projectId, parentId: set.id, name, document }, as)
    scenarios.push(made.id)
  }
})

const makeSet = async (name = 'Nightly') => {
  const { id } = await server.call(task.createSet, { projectId, name }, as)
  await server.call(task.addScenarios, { projectId, id, scenarioIds: scenarios }, as)
  return id
}
const setOf = (id: string) => server.call(task.set, { projectId, id }, as)
const later = (minutes: number) => server.now() + minutes * 60_000
const codeOf = async (answer: Promise<{ failure: { code: string } | undefined }>) =>
  (await answer).failure?.code

test('a set takes scenarios as tasks in their order, and knows what each of them comes to', async () => {
  const id = await makeSet()
  const [first, second] = (await setOf(id)).tasks
  expect([first?.name, second?.name]).toEqual(['Shop', 'Pay'])
  expect(first?.outlook).toMatchObject({ scenarioName: 'Shop', peak: 20, users: 20, plannedMs: 60_000 })
  const document = {
    kind: 'task',
    scenarioId: scenarios[0] ?? '',
    loadPercent: 50,
    durationSeconds: 10,
  } as const
  await server.call(task.save, { projectId, id: first?.id ?? '', revision: 1, document }, as)
  expect((await setOf(id)).tasks[0]?.outlook).toMatchObject({ peak: 10, plannedMs: 10_000 })
})

test('the same scenario twice gets another name, and a set is copied with its tasks', async () => {
  const id = await makeSet()
  await server.call(task.addScenarios, { projectId, id, scenarioIds: scenarios.slice(0, 1) }, as)
  expect((await setOf(id)).tasks.map(one => one.name)).toEqual(['Shop', 'Pay', 'Shop 2'])
  const [root] = await server.call(task.tree, { projectId }, as)
  const [copy] = await server.call(task.copy, { projectId, ids: [id], parentId: root?.id ?? '' }, as)
  expect((await setOf(copy?.id ?? '')).tasks).toHaveLength(3)
})

test('a task takes no children, and a set lies under the root only', async () => {
  const id = await makeSet()
  const other = await makeSet('Other')
  const [first] = (await setOf(id)).tasks
  const into = (parentId: string, moved: string) =>
    codeOf(server.ask(task.move, { projectId, ids: [moved], parentId }, as))
  expect(await into(first?.id ?? '', other)).toBe('LeafHasNoChildren')
  expect(await into(id, other)).toBe('LeafHasNoChildren')
})

/** Creates a JMeter scenario in the folder of the others. */
const makeJmeterScenario = async (name = 'Old plan') => {
  const nodes = await server.call(scenario.tree, { projectId }, as)
  const parentId = nodes.find(node => node.kind === 'set')?.id ?? ''
  const document = { engine: 'jmeter' } as const
  return (await server.call(scenario.create, { projectId, parentId, name, document }, as)).id
}

test('a set takes scenarios of its own type only, whichever way they come', async () => {
  const old = await makeJmeterScenario()
  expect(await server.call(task.scenarios, { projectId }, as)).toMatchObject([
    { name: 'Shop', folder: 'Scenarios', engine: 'pr' },
    { name: 'Pay', folder: 'Scenarios', engine: 'pr' },
    { id: old, name: 'Old plan', folder: 'Scenarios', engine: 'jmeter' },
  ])
  const pr = await makeSet()
  const { id: jmeter } = await server.call(task.createSet, { projectId, name: 'Plans', engine: 'jmeter' }, as)
  await server.call(task.addScenarios, { projectId, id: jmeter, scenarioIds: [old] }, as)
  const [plan] = (await setOf(jmeter)).tasks
  const [shop] = (await setOf(pr)).tasks
  expect(plan?.outlook?.engine).toBe('jmeter')
  const ids = [plan?.id ?? '']
  const changed = { kind: 'task', scenarioId: old } as const
  const refusals = await Promise.all([
    server.fail(task.addScenarios, { projectId, id: pr, scenarioIds: [scenarios[0] ?? '', old] }, as),
    server.fail(task.create, { projectId, parentId: pr, name: 'n', document: changed }, as),
    server.fail(task.save, { projectId, id: shop?.id ?? '', revision: 1, document: changed }, as),
    server.fail(task.move, { projectId, ids, parentId: pr }, as),
    server.fail(task.copy, { projectId, ids, parentId: pr }, as),
  ])
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'TaskOtherEngine'))
  expect(refusals[0]?.message).toMatch(
    /“Nightly” is of type PR, but the scenarios “Old plan” are of type JMeter/,
  )
  expect((await setOf(pr)).tasks.map(one => one.name)).toEqual(['Shop', 'Pay'])
})

test('the type of a set is changed only while no task stands against it', async () => {
  const id = await makeSet()
  const document = { kind: 'set', engine: 'jmeter' } as const
  const { code, message } = await server.fail(task.save, { projectId, id, revision: 1, document }, as)
  expect(code).toBe('TaskOtherEngine')
  expect(message).toContain('“Shop, Pay”')
  const { id: empty } = await server.call(task.createSet, { projectId, name: 'Empty' }, as)
  await server.call(task.save, { projectId, id: empty, revision: 1, document }, as)
  expect((await setOf(empty)).document.engine).toBe('jmeter')
})

test('a set whose scenario was given another engine later does not start, by hand or by schedule, until its task is off', async () => {
  const id = await makeSet()
  const changed = scenarios[1] ?? ''
  const document = { engine: 'jmeter' } as const
  await server.call(scenario.save, { projectId, id: changed, revision: 1, document }, as)
  const { code, message } = await server.fail(task.start, { projectId, id }, as)
  expect(code).toBe('TaskOtherEngine')
  expect(message).toContain('“Pay”')
  await schedule(id, { kind: 'once', at: later(1) })
  server.advance(61_000)
  await fire()
  const { rows } = await server.call(task.list, { projectId, setId: id }, as)
  const execution = await server.call(task.execution, { projectId, id: rows[0]?.id ?? '' }, as)
  expect(execution).toMatchObject({ state: 'failed', cause: 'otherEngine', causeDetail: 'Pay' })
  const [, pay] = (await setOf(id)).tasks
  const save = (isEnabled: boolean, revision: number) => {
    const document = { kind: 'task', scenarioId: changed, isEnabled } as const
    return codeOf(server.ask(task.save, { projectId, id: pay?.id ?? '', revision, document }, as))
  }
  expect(await save(true, 1)).toBe('TaskOtherEngine')
  expect(await save(false, 1)).toBeUndefined()
  expect(await server.call(task.start, { projectId, id }, as)).toMatchObject({ allTasks: 1, engine: 'pr' })
})

test('tasks, their numbers and schedules are listed by engine', async () => {
  const old = await makeJmeterScenario()
  const { id: plans } = await server.call(task.createSet, { projectId, name: 'Plans', engine: 'jmeter' }, as)
  await server.call(task.addScenarios, { projectId, id: plans, scenarioIds: [old] }, as)
  for (const id of [await makeSet(), plans]) {
    await server.call(task.start, { projectId, id }, as)
    await schedule(id, { kind: 'once', at: later(5) })
  }
  for (const [engine, name] of [
    ['pr', 'Nightly'],
    ['jmeter', 'Plans'],
  ] as const) {
    const { rows } = await server.call(task.list, { projectId, engine }, as)
    expect(rows).toMatchObject([{ name, engine, state: 'waiting' }])
    const counts = await server.call(task.counts, { projectId, engine }, as)
    expect(counts).toEqual({ waiting: 1, running: 0, scheduled: 1 })
    const schedules = await server.call(task.schedules, { projectId, engine }, as)
    expect(schedules.rows).toMatchObject([{ setName: name }])
  }
  expect((await server.call(task.list, { projectId }, as)).total).toBe(2)
})

test('a set is not saved as a task', async () => {
  const id = await makeSet()
  const save = (document: object) =>
    codeOf(server.ask(task.save, { projectId, id, revision: 1, document: document as never }, as))
  expect(await save({ kind: 'task' })).toBe('NotFound')
  expect(await save({ kind: 'set', mode: 'parallel' })).toBeUndefined()
})

test('a scenario that a task set uses is not deleted without being told', async () => {
  const id = await makeSet()
  const doomed = { projectId, ids: scenarios.slice(0, 1) }
  const { code, message } = await server.fail(scenario.delete, doomed, as)
  expect(code).toBe('ScenarioInUse')
  expect(message).toMatch(/“Shop”.*“Nightly”/)
  const [first] = (await setOf(id)).tasks
  await server.call(task.delete, { projectId, ids: [first?.id ?? ''] }, as)
  await server.call(scenario.delete, doomed, as)
})

test('a set that is empty, or is being executed, is not executed', async () => {
  const { id: empty } = await server.call(task.createSet, { projectId, name: 'Empty' }, as)
  expect(await codeOf(server.ask(task.start, { projectId, id: empty }, as))).toBe('TaskSetEmpty')
  const id = await makeSet()
  const execution = await server.call(task.start, { projectId, id }, as)
  expect(execution).toMatchObject({ number: 1, state: 'waiting', trigger: 'manual', allTasks: 2 })
  expect(await codeOf(server.ask(task.start, { projectId, id }, as))).toBe('TaskSetActive')
  expect(await codeOf(server.ask(task.delete, { projectId, ids: [id] }, as))).toBe('TaskSetActive')
  expect((await setOf(id)).activeExecutionId).toBe(execution.id)
  const { rows } = await server.call(task.list, { projectId, states: ['waiting', 'running'] }, as)
  expect(rows).toMatchObject([{ kind: 'set', id: execution.id, name: 'Nightly', doneTasks: 0 }])
  expect(await server.call(task.counts, { projectId }, as)).toEqual({ waiting: 1, running: 0, scheduled: 0 })
})

test('a project whose task set waits for machines or for its next run is not archived', async () => {
  const account = `archivist${count}`
  await server.addUser(account, true)
  const { token } = await server.signIn(account, { isAdministrator: true })
  const id = await makeSet()
  await server.call(task.start, { projectId, id }, as)
  const archiving = server.ask(
    calls.adminProject.archive,
    { id: projectId },
    { token, isAdministrator: true },
  )
  expect(await codeOf(archiving)).toBe('ProjectHasActiveRuns')
})

const schedule = (setId: string, rule: ScheduleRule, more: object = {}) =>
  server.call(task.saveSchedule, { projectId, setId, rule, ...more }, as)
const fire = async () => {
  while (await server.services.schedules.fireOne([], () => undefined)) continue
}
const pastOf = async (setId: string) =>
  (await server.call(task.list, { projectId, setId, pageSize: 50 }, as)).rows.map(
    ({ state, trigger }) => `${trigger} ${state}`,
  )

test('a schedule that is due starts the set once, however many servers look', async () => {
  const other = await createTestServer({ database: server.database })
  const id = await makeSet()
  const at = later(1)
  await schedule(id, { kind: 'once', at })
  await fire()
  expect(await pastOf(id)).toEqual([])
  server.advance(61_000)
  other.advance(server.now() - other.now())
  const look = (one: typeof server) => one.services.schedules.fireOne([], () => undefined)
  const found = await Promise.all([server, other, server, other, server, other].map(look))
  expect(found.filter(Boolean)).toHaveLength(1)
  expect(await pastOf(id)).toEqual(['schedule waiting'])
  const { rows } = await server.call(task.schedules, { projectId }, as)
  expect(rows).toMatchObject([{ setName: 'Nightly', nextAt: null, lastAt: at }])
  await other.close()
})

test('a time that was missed by more than the grace is recorded as missed', async () => {
  const id = await makeSet()
  await schedule(
    id,
    { kind: 'repeated', cron: '0 * * * *', timeZone: 'UTC', endsAt: null },
    { graceMinutes: 0 },
  )
  const { rows } = await server.call(task.schedules, { projectId }, as)
  const due = rows[0]?.nextAt ?? 0
  server.advance(due - server.now() + 3 * 3_600_000 + 120_000)
  await fire()
  expect(await pastOf(id)).toEqual(Array.from({ length: 4 }, () => 'schedule missed'))
  const after = await server.call(task.schedules, { projectId }, as)
  expect(after.rows[0]?.nextAt).toBe(due + 4 * 3_600_000)
})

test('a schedule does not start a set that is still being executed', async () => {
  const id = await makeSet()
  await server.call(task.start, { projectId, id }, as)
  await schedule(id, { kind: 'once', at: later(1) })
  server.advance(61_000)
  await fire()
  expect((await pastOf(id)).toSorted()).toEqual(['manual waiting', 'schedule missed'])
})

test('a schedule whose owner may no longer execute is switched off, and says so', async () => {
  const id = await makeSet()
  const ownerId = await server.addUser(`owner${count}`)
  const roles = await server.call(calls.role.list, { projectId }, as)
  const roleId = roles.find(role => role.builtIn === 'tester')?.id ?? ''
  await server.call(calls.member.add, { projectId, userIds: [ownerId], roleId }, as)
  const owner = {
    token: await server.services.sessions.start({
      userId: ownerId,
      kind: 'api',
      isRemembered: false,
      from: '',
    }),
  }
  const rule = { kind: 'repeated', cron: '* * * * *', timeZone: 'UTC', endsAt: null } as const
  await server.call(task.saveSchedule, { projectId, setId: id, rule }, owner)
  await server.call(calls.member.remove, { projectId, userIds: [ownerId] }, as)
  server.advance(60_000)
  await fire()
  const { rows } = await server.call(task.list, { projectId, setId: id }, as)
  const execution = await server.call(task.execution, { projectId, id: rows[0]?.id ?? '' }, as)
  expect(execution).toMatchObject({ state: 'failed', cause: 'notPermitted', causeDetail: `owner${count}` })
  const schedules = await server.call(task.schedules, { projectId }, as)
  expect(schedules.rows).toMatchObject([{ isEnabled: false, nextAt: null }])
})

test('a rule that cannot be used is refused with the reason, a good one shows its next five times', async () => {
  const preview = (rule: ScheduleRule) => server.ask(task.previewSchedule, { projectId, rule }, as)
  const bad = await preview({ kind: 'repeated', cron: 'every day at nine', timeZone: 'UTC', endsAt: null })
  expect(bad.failure?.message).toContain('five fields')
  const good = await preview({ kind: 'repeated', cron: '0 9 * * *', timeZone: 'Asia/Shanghai', endsAt: null })
  expect(good.data).toHaveLength(5)
  const past = server.ask(
    task.saveSchedule,
    { projectId, setId: await makeSet(), rule: { kind: 'once', at: server.now() - 1 } },
    as,
  )
  expect(await codeOf(past)).toBe('ScheduleInvalid')
})

test('deleting a set deletes its schedules and keeps the record of what ran', async () => {
  const id = await makeSet()
  await schedule(id, { kind: 'once', at: later(1) }, { graceMinutes: 0 })
  server.advance(180_000)
  await fire()
  await server.call(task.delete, { projectId, ids: [id] }, as)
  expect((await server.call(task.schedules, { projectId }, as)).rows).toEqual([])
  const { rows } = await server.call(task.list, { projectId }, as)
  expect(rows).toMatchObject([{ name: 'Nightly', state: 'missed' }])
})

test('the administrator sees the tasks of all projects, and stops one', async () => {
  await server.addUser(`admin${count}`, true)
  const admin = {
    token: (await server.signIn(`admin${count}`, { isAdministrator: true })).token,
    isAdministrator: true,
  }
  const id = await makeSet()
  const execution = await server.call(task.start, { projectId, id }, as)
  const search = `P${count}`
  const { rows } = await server.call(calls.adminTask.list, { search, states: ['waiting'] }, admin)
  expect(rows).toMatchObject([{ id: execution.id, projectName: search, startedBy: 'tester' }])
  await server.call(calls.adminTask.stop, { kind: 'set', id: execution.id }, admin)
  const stopped = await server.call(calls.adminTask.execution, { id: execution.id }, admin)
  expect(stopped).toMatchObject({ isStopping: true, causeDetail: `admin${count}` })
})
