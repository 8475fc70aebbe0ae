/** Task sets on a real controller with a real agent: in sequence, in parallel, stopped, skipped, and across a server restart. */
import { randomUUID } from 'node:crypto'
import { taskDocumentSchema, taskSetDocumentSchema } from '@pone/contract/entities/task.ts'
import { get, pause, planOfThreads, quickJava } from '@pone/jmeter/jmx/real-plans.ts'
import { jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Repeated } from '../../jobs/repeated.ts'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import { createRunHarness, type RunHarness } from '../controller/run-harness.ts'
import { createExecutionRepository } from './execution.repository.ts'
import { startExecutionWorker } from './execution-worker.ts'
import { scenarioMember } from './kinds/scenario.ts'
import { createTaskService } from './task.service.ts'

// Agents are processes, and several runs follow each other.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let harness: RunHarness
let worker: Repeated | null = null
beforeAll(async () => {
  harness = await createRunHarness()
})
afterEach(async () => {
  await worker?.close()
  worker = null
})
afterAll(() => harness.close())

const repository = () => createExecutionRepository(harness.database)

/** Drives executions as one server would. */
function work(now: () => number = Date.now): Repeated {
  const { controller } = harness.execution()
  worker = startExecutionWorker({
    executions: repository(),
    member: scenarioMember({ startRun: input => controller.startRun(input) }),
    runs: {
      startRun: input => controller.startRun(input),
      begin: (projectId, id, startAt) => controller.begin(projectId, id, startAt),
      stop: (projectId, id, by) => controller.stop(projectId, id, by),
      forceStop: (projectId, id, by) => controller.forceStop(projectId, id, by),
      release: async () => undefined,
    },
    leaseOwner: randomUUID(),
    now,
    onFailure: (what, cause) => {
      if (process.env['PONE_TEST_LOG'] !== undefined) console.error(what, cause)
    },
  })
  return worker
}

interface WantedTask {
  readonly seconds: number
  readonly users?: number
  readonly loadPercent?: number
  /** A JMeter test plan for an execution. */
  readonly plan?: string
}

/** Starts an execution of runs with these durations. */
async function begin(tasks: readonly WantedTask[], options: object = {}): Promise<string> {
  const sets = createTaskService({
    repository: createCatalogueRepository(harness.database),
    activeExecution: async () => null,
    countsOf: async () => ({ schedules: 0, executions: 0 }),
    scenariosOf: async () => [],
    clustersFor: async () => [],
    plan: scenarioMember({ startRun: () => Promise.reject(new Error('nothing is started')) }).plan,
    now: Date.now,
    newId: randomUUID,
  })
  const engine = tasks.some(({ plan }) => plan !== undefined) ? 'jmeter' : 'pr'
  const { id: setId } = await sets.createSet(harness.projectId, 'tester', {
    name: `set ${randomUUID()}`,
    engine,
  })
  const at = Date.now()
  const members = await Promise.all(
    tasks.map(async ({ seconds, users = 2, loadPercent = 100, plan }, index) => {
      const loadModel = constantLoad(users, seconds)
      const scenarioId =
        plan === undefined
          ? await harness.addScenario(documentOf(harness.target.url), { loadModel })
          : await harness.addJmeterScenario(plan, {}, { loadModel, jmeter })
      return {
        name: `task ${index + 1}`,
        scenarioName: 'scenario',
        document: taskDocumentSchema.parse({ kind: 'task', scenarioId, loadPercent }),
        users,
        plannedMs: seconds * 1_000,
      }
    }),
  )
  return repository().insert({
    projectId: harness.projectId,
    setId,
    setName: 'set',
    options: taskSetDocumentSchema.parse({ kind: 'set', engine, ...options }),
    tasks: members,
    trigger: 'manual',
    scheduleId: null,
    startedBy: 'tester',
    ownerId: randomUUID(),
    language: 'en',
    dueAt: at,
    at,
    end: null,
    leaseOwner: randomUUID(),
  })
}

const jmeter = jmeterSettingsSchema.parse({ jvmOptions: quickJava })

const countRuns = async () => (await harness.database.selectFrom('runs').select('id').execute()).length
const resultsOf = (id: string) => repository().results([id])
/** Expires the lease of the earlier owner, as after ten seconds without a sign of life. */
const forgetLease = () => harness.database.updateTable('task_executions').set({ lease_until: 0 }).execute()

/** Checks after every message of the live stream, which sends one per second while a run is active. */
async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 150_000
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`)
    worker?.poke()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, 50)
    harness.changes.once('change', resolve)
    await promise
    clearTimeout(timer)
  }
}
const over = (id: string) =>
  until('the end of the execution', async () => {
    const row = await repository().find(null, id)
    return row?.ended_at === null ? null : row
  })
const taskIn = (id: string, position: number, state: string) =>
  until(`task ${position + 1} ${state}`, async () => {
    const task = (await resultsOf(id))[position]
    return task?.state === state ? task : null
  })

// The tests share one agent, which is not running yet when the first of them starts.
test('a task that finds no machine waits for one and then runs', async () => {
  const id = await begin([{ seconds: 1 }], { waitMinutes: 5 })
  await forgetLease()
  work()
  const waiting = await taskIn(id, 0, 'awaitingMachines')
  expect(waiting.error).toMatchObject({ code: 'NoMachineOnline' })
  expect(await repository().find(null, id)).toMatchObject({ state: 'waiting' })
  await harness.startAgent()
  expect(await over(id)).toMatchObject({ state: 'complete' })
})

test('a sequence runs its tasks one after another, each with the load that its task says', async () => {
  const receivedBefore = harness.target.received()
  const id = await begin([{ seconds: 1, users: 4, loadPercent: 50 }, { seconds: 1 }])
  await forgetLease()
  work()
  expect(await over(id)).toMatchObject({ state: 'complete', cause: 'allDone' })
  const [first, second] = await resultsOf(id)
  expect([first?.state, second?.state]).toEqual(['complete', 'complete'])
  expect(second?.run?.startedAt ?? 0).toBeGreaterThanOrEqual(first?.run?.endedAt ?? Number.NaN)
  const runs = await Promise.all([first, second].map(task => harness.get(task?.run_id ?? '')))
  expect(runs.map(run => [run.state, run.peakUsers, run.startedBy])).toEqual([
    ['complete', 2, 'tester'],
    ['complete', 2, 'tester'],
  ])
  expect(harness.target.received() - receivedBefore).toBe(runs.reduce((sum, run) => sum + run.requests, 0))
})

test('a sequence of JMeter tasks runs the real JMeter once for each', async () => {
  const receivedBefore = harness.target.received()
  const plan = planOfThreads(1, 1, get(harness.target.url, 'home') + pause(50))
  const id = await begin([
    { seconds: 2, plan },
    { seconds: 2, users: 4, loadPercent: 50, plan },
  ])
  await forgetLease()
  work()
  expect(await over(id)).toMatchObject({ state: 'complete' })
  const [one, two] = (await resultsOf(id)).map(({ run }) => run)
  expect([one?.state, two?.state]).toEqual(['complete', 'complete'])
  expect(two?.startedAt).toBeGreaterThan(one?.startedAt ?? 0)
  expect((one?.requests ?? 0) + (two?.requests ?? 0)).toBe(harness.target.received() - receivedBefore)
  expect(two?.requests).toBeGreaterThan(0)
})

test('a task whose scenario is of another engine by its turn is refused', async () => {
  const id = await begin([{ seconds: 1 }], { engine: 'jmeter' })
  await forgetLease()
  work()
  expect(await over(id)).toMatchObject({ state: 'failed', cause: 'taskFailed' })
  const [task] = await resultsOf(id)
  expect(task).toMatchObject({ cause: 'refused', run: null, error: { code: 'TaskOtherEngine' } })
})

/** Start times of the first workers of the run's machines, epoch ms. */
const startsOf = async (runId: string): Promise<number[]> => {
  const { startedAt } = await harness.get(runId)
  const machines = await harness.database
    .selectFrom('run_machines')
    .select('start_skew_ms as skewMs')
    .where('run_id', '=', runId)
    .execute()
  return machines.map(({ skewMs }) => (startedAt ?? Number.NaN) + (skewMs ?? Number.NaN))
}

test.each([
  ['PR', undefined],
  ['JMeter', () => planOfThreads(1, 1, get(harness.target.url, 'home') + pause(50))],
])(
  'parallel tasks of %s are told one instant at which they begin, and none begins before it',
  async (_, plan) => {
    const wanted = { seconds: 2, ...(plan === undefined ? {} : { plan: plan() }) }
    const id = await begin([wanted, wanted, wanted], { mode: 'parallel' })
    await forgetLease()
    work()
    expect(await over(id)).toMatchObject({ state: 'complete' })
    const runIds = (await resultsOf(id)).map(task => task.run_id ?? '')
    const runs = await Promise.all(runIds.map(id => harness.get(id)))
    expect(new Set(runs.map(run => run.startedAt)).size).toBe(1)
    const starts = (await Promise.all(runIds.map(startsOf))).flat()
    expect(starts).toHaveLength(3)
    // Clocks of workers differ by a few milliseconds.
    for (const start of starts) expect(start).toBeGreaterThan((runs[0]?.startedAt ?? Number.NaN) - 50)
  },
)

test('a set ends after the last of its runs, even by the clock of a server that is slow', async () => {
  const id = await begin([{ seconds: 1 }, { seconds: 2 }], { mode: 'parallel' })
  await forgetLease()
  const slow = 60_000
  work(() => Date.now() - slow)
  const { ended_at: endedAt } = await over(id)
  const runs = (await resultsOf(id)).map(({ run }) => run)
  expect(runs.map(run => [run?.state, run?.isReleased])).toEqual([
    ['complete', true],
    ['complete', true],
  ])
  expect(endedAt).toBeGreaterThanOrEqual(Math.max(...runs.map(run => run?.endedAt ?? Number.NaN)))
})

test('parallel tasks run at the same time', async () => {
  const id = await begin([{ seconds: 600 }, { seconds: 600 }], { mode: 'parallel' })
  await forgetLease()
  work()
  const tasks = [await taskIn(id, 0, 'running'), await taskIn(id, 1, 'running')]
  expect(new Set(tasks.map(task => task.run_id)).size).toBe(2)
  // Neither run ends by itself during the test.
  expect((await resultsOf(id)).map(task => task.state)).toEqual(['running', 'running'])
  await repository().askStop(id, 'graceful', 'lead', Date.now())
  expect(await over(id)).toMatchObject({ state: 'stopped' })
})

test('two servers that hold on to one execution start each of its runs once', async () => {
  const runsBefore = await countRuns()
  const id = await begin([{ seconds: 1 }, { seconds: 1 }])
  await forgetLease()
  const one = work()
  const other = work()
  await over(id)
  await one.close()
  await other.close()
  expect((await countRuns()) - runsBefore).toBe(2)
})

test('a stop ends the run under way and keeps the rest from beginning', async () => {
  const id = await begin([{ seconds: 600 }, { seconds: 600 }])
  await forgetLease()
  work()
  const { run_id: runId } = await taskIn(id, 0, 'running')
  await repository().askStop(id, 'graceful', 'lead', Date.now())
  expect(await over(id)).toMatchObject({ state: 'stopped', cause: 'stoppedByUser', stop_by: 'lead' })
  expect((await resultsOf(id)).map(task => [task.state, task.cause])).toEqual([
    ['stopped', 'setStopped'],
    ['notRun', 'setStopped'],
  ])
  expect(await harness.get(runId ?? '')).toMatchObject({ state: 'userStopped' })
})

test('skipping the task in progress lets the next one begin', async () => {
  const id = await begin([{ seconds: 600 }, { seconds: 1 }])
  await forgetLease()
  work()
  const task = await taskIn(id, 0, 'running')
  await repository().askSkip(id, task.id)
  expect(await over(id)).toMatchObject({ state: 'complete' })
  expect((await resultsOf(id)).map(one => one.state)).toEqual(['skipped', 'complete'])
})

test('a sequence goes on over the restart of the server, with another server in its place', async () => {
  const runsBefore = await countRuns()
  const id = await begin([{ seconds: 4 }, { seconds: 1 }])
  await forgetLease()
  const before = work()
  await until('the first run under load', async () =>
    (await resultsOf(id))[0]?.run?.state === 'running' ? true : null,
  )
  await before.close()
  await harness.restartServer()
  work()
  const ended = await over(id)
  const results = await resultsOf(id)
  expect(ended).toMatchObject({ state: 'complete' })
  expect(results.map(task => task.state)).toEqual(['complete', 'complete'])
  expect((await countRuns()) - runsBefore).toBe(2)
})
