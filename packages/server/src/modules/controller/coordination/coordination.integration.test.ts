/** Coordination of users and distribution of unique rows over two real agents on one server, verified by the requests that the target receives. */
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endProcess } from '../../../link/agent-harness.ts'
import { until } from '../../../link/harness-ledger.ts'
import { createRunHarness, type RunHarness } from '../run-harness.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** A target that records every request path, and responds as the test configures. */
async function openTarget() {
  const paths: string[] = []
  const changes = new EventEmitter()
  const target = {
    paths,
    answer: (_path: string, response: ServerResponse): void => void response.end(),
    url: '',
    reached: (what: string, isReached: () => boolean) => until(changes, what, isReached),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    target.answer(path, response)
    changes.emit('change')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return target
}

let harness: RunHarness
let target: Awaited<ReturnType<typeof openTarget>>
let agents: Awaited<ReturnType<RunHarness['startAgent']>>[] = []
const isAlive = ({ process }: (typeof agents)[number]) =>
  process.exitCode === null && process.signalCode === null
beforeAll(async () => {
  harness = await createRunHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  target = await openTarget()
  const alive = agents.filter(isAlive)
  const missing = Array.from({ length: 2 - alive.length }, () => harness.startAgent())
  agents = [...alive, ...(await Promise.all(missing))]
})
afterEach(() => target.close())

const get = (id: string, path: string) => ({
  id,
  name: id,
  kind: 'request',
  protocol: 'http',
  http: { url: `${target.url}${path}` },
})
const meetAll = (timeoutSeconds: number) => ({
  id: 'v',
  name: '',
  kind: 'rendezvous',
  gather: 'percent',
  quantity: 100,
  timeoutSeconds,
})
const unique = (to: number, exhaustion: string) => ({
  id: 'n',
  kind: 'range',
  name: 'n',
  from: 1,
  to,
  step: 1,
  padding: 0,
  selection: 'unique',
  exhaustion,
})
const documentOf = (steps: object[], parameters: object[] = []): ComponentDocument =>
  componentDocumentSchema.parse({ steps, parameters })
const users = (count: number) => ({
  kind: 'constant',
  users: count,
  rampUpSeconds: 0,
  durationSeconds: 600,
})
const start = async (document: ComponentDocument, model: object) => {
  const scenarioId = await harness.addScenario(document, { loadModel: loadModelSchema.parse(model) })
  return (await harness.start(scenarioId)).id
}
/** Delays the response to the first user; records how many requests of the other users' next step had arrived by then. */
function slowFirstUser(isNext: (path: string) => boolean): number[] {
  const counts: number[] = []
  target.answer = (path, response) => {
    if (path !== '/a/1') return void response.end()
    setTimeout(() => {
      counts.push(target.paths.filter(isNext).length)
      response.end()
    }, 150)
  }
  return counts
}
/** Delays on a busy machine can only lower the count; a user that did not wait raises it. */
const expectNobodyAhead = (counts: readonly number[], most: readonly number[]) => {
  expect(counts).toHaveLength(most.length)
  expect(counts.map((count, at) => Math.max(count, most[at] ?? 0))).toEqual(most)
}
/** The agent with the last share of the load. */
const ownerOfTheEnd = async (runId: string) => {
  const machines = harness.database.selectFrom('run_machines').select('agent_id').where('run_id', '=', runId)
  const { agent_id } = await machines.where('to01', '=', 1).executeTakeFirstOrThrow()
  const owner = agents.find(({ agentId }) => agentId === agent_id)
  if (owner === undefined) throw new Error('no agent has the end of the load')
  return owner
}
const forceStop = async (id: string) => {
  await harness.execution().runs.forceStop(harness.projectId, id, 'tester')
  await harness.ended(id)
}

test('unique rows are used exactly once over both machines', async () => {
  const id = await start(
    documentOf([get('get', '/${n}/${threadId()}')], [unique(1_000, 'stopUser')]),
    users(10),
  )
  expect(await harness.ended(id)).toMatchObject({ state: 'complete', cause: 'rowsUsedUp', requests: 1_000 })
  const rows = target.paths.map(path => Number(path.split('/')[1])).sort((a, b) => a - b)
  expect(rows).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1))
  expect(new Set(target.paths.map(path => path.split('/')[2])).size).toBe(10)
  expect(await harness.database.selectFrom('run_row_leases').selectAll().execute()).toEqual([])
})

test('a rendezvous of all users releases nobody before the slowest user of the other machine has arrived', async () => {
  const counts = slowFirstUser(path => path.startsWith('/b'))
  const steps = [get('a', '/a/${threadId()}'), meetAll(600), get('b', '/b/${threadId()}')]
  const id = await start(documentOf(steps), users(4))
  await target.reached('five passes', () => counts.length >= 5)
  expectNobodyAhead(counts.slice(0, 5), [0, 4, 8, 12, 16])
  await forceStop(id)
})

test('rounds start together on both machines, after the slowest user of either has finished', async () => {
  const counts = slowFirstUser(path => path.startsWith('/a'))
  const rounds = {
    kind: 'concurrency',
    users: 4,
    rounds: 4,
    durationSeconds: 0,
    gatherTimeoutSeconds: 60,
  }
  const id = await start(documentOf([get('a', '/a/${threadId()}')]), rounds)
  expect(await harness.ended(id)).toMatchObject({ state: 'complete', cause: 'planned', requests: 16 })
  expectNobodyAhead(counts, [4, 8, 12, 16])
})

test('after a server restart no row is assigned twice, and rendezvous continue', async () => {
  const steps = [meetAll(2), get('a', '/${n}/${threadId()}')]
  const id = await start(documentOf(steps, [unique(100_000, 'stopUser')]), users(4))
  const passesOf = (user: number) => target.paths.filter(path => path.endsWith(`/${user}`)).length
  const allHavePassed = (times: number) => [1, 2, 3, 4].every(user => passesOf(user) >= times)
  await target.reached('ten passes', () => allHavePassed(10))
  await harness.restartServer()
  const before = Math.max(...[1, 2, 3, 4].map(passesOf))
  await target.reached('two hundred more', () => allHavePassed(before + 200))
  await harness.execution().runs.stop(harness.projectId, id, 'tester')
  const ended = await harness.ended(id)
  expect(ended.requests).toBe(target.paths.length)
  const rows = target.paths.map(path => path.split('/')[1])
  expect(new Set(rows).size).toBe(rows.length)
})

test('users that wait for users of a machine continue when it is killed', async () => {
  // Users 2 and 4 run on the second machine; one of them never reaches the rendezvous.
  target.answer = (path, response) => {
    if (path !== '/a/4') response.end()
  }
  const steps = [get('a', '/a/${threadId()}'), meetAll(3_600), get('b', '/b/${threadId()}')]
  const id = await start(documentOf(steps), users(4))
  await target.reached('all users', () => target.paths.length >= 4)
  expect(target.paths.filter(path => path.startsWith('/b'))).toEqual([])
  await endProcess((await ownerOfTheEnd(id)).process)
  await target.reached('the others have gone on', () =>
    ['/b/1', '/b/3'].every(path => target.paths.includes(path)),
  )
  await forceStop(id)
})

test('reusable rows pass to the machine that takes over a killed machine’s share, and no row is used by two users at once', async () => {
  const inUse = new Map<string, number>()
  const clashes: string[] = []
  target.answer = (path, response) => {
    const row = path.split('/')[1] ?? ''
    if ((inUse.get(row) ?? 0) > 0) clashes.push(row)
    inUse.set(row, (inUse.get(row) ?? 0) + 1)
    setTimeout(() => {
      inUse.set(row, (inUse.get(row) ?? 0) - 1)
      response.end()
    }, 10)
  }
  const id = await start(documentOf([get('a', '/${n}/${threadId()}')], [unique(8, 'cycle')]), users(4))
  const rowsSince = (from: number) => new Set(target.paths.slice(from).map(path => path.split('/')[1])).size
  await target.reached('all rows', () => rowsSince(0) === 8)
  await endProcess((await ownerOfTheEnd(id)).process)
  await harness.until('the share has moved', () =>
    harness.published.some(
      each => each.kind === 'runTick' && each.events.some(({ kind }) => kind === 'shareMoved'),
    ),
  )
  const from = target.paths.length
  await target.reached('all rows again, by all users', () => {
    const after = target.paths.slice(from)
    return rowsSince(from) === 8 && [1, 2, 3, 4].every(user => after.some(path => path.endsWith(`/${user}`)))
  })
  expect(clashes).toEqual([])
  await forceStop(id)
})
