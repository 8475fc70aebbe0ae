import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadModel, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AgentProcess, createHarness, endProcess, type LinkHarness } from './agent-harness.ts'
import { until } from './harness-ledger.ts'
import { constantLoad, planOf } from './harness-target.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let harness: LinkHarness
beforeEach(async () => {
  harness = await createHarness()
})
afterEach(() => harness.close())

const whole = { from01: 0, to01: 1 }

/** Prepares and starts a run on a new agent and waits until its load reaches the target. */
async function startRun(
  options: { load?: LoadModel; workers?: number; drive?: ScenarioDocument['drive'] } = {},
) {
  const agent = await harness.startAgent({ workers: options.workers ?? 1 })
  const agentId = String((await agent.event('connected'))['agentId'])
  const plan = planOf(harness.target.url, options.load ?? constantLoad(10, 4))
  const { runId } = plan
  harness.link().send(agentId, { kind: 'prepareRun', id: randomUUID(), plan, share: whole })
  await until(harness.ledger.changes, 'the run is prepared', () => harness.ledger.prepared.has(runId))
  expect(harness.ledger.prepared.get(runId)).toBeNull()
  harness.link().send(agentId, { kind: 'startRun', id: randomUUID(), runId, startAt: Date.now() + 200 })
  await receivedBy(20)
  return { agent, agentId, runId }
}
const receivedBy = (count: number) =>
  until(
    harness.target.changes,
    `the target has received ${count} requests`,
    () => harness.target.received() >= count,
  )
const ended = async (runId: string) => {
  await until(harness.ledger.changes, 'the run has ended', () => harness.ledger.ended.has(runId))
  const message = harness.ledger.ended.get(runId)
  if (message === undefined) throw new Error('no end')
  return message
}
/** Every worker's batches are complete from 1 to its last one. */
const expectComplete = (runId: string) => {
  for (const { workerId, lastSeq } of harness.ledger.ended.get(runId)?.workers ?? []) {
    const seqs = [...harness.ledger.batches.values()]
      .filter(batch => batch.workerId === workerId)
      .map(batch => batch.seq)
      .toSorted((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
  }
}
const workerPids = (agent: AgentProcess, runId: string): number[] => {
  const folder = join(agent.data, 'spool', runId)
  return readdirSync(folder)
    .filter(name => name.endsWith('.worker.json'))
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { process: { pid: number } })
    .map(({ process }) => process.pid)
}

/** A kill loses the outcomes of outstanding requests, and may happen between a request's journal entry and its first byte. */
function expectAccounted(): void {
  const counted = harness.ledger.counted()
  expect(harness.target.received()).toBeGreaterThanOrEqual(counted)
  expect(harness.target.received()).toBeLessThanOrEqual(counted + harness.ledger.lostRequests())
}

test('a run that ends as planned reconciles to the request, and its spool goes when it is forgotten', async () => {
  const { agent, agentId, runId } = await startRun({ workers: 2 })
  const end = await ended(runId)
  expect(end.cause).toBe('planned')
  expect(end.workers).toHaveLength(2)
  expectComplete(runId)
  expect(harness.ledger.counted()).toBe(harness.target.received())
  expect(harness.ledger.lostRequests()).toBe(0)
  harness.link().send(agentId, { kind: 'forgetRun', runId })
  harness.link().send(agentId, {
    kind: 'prepareRun',
    id: randomUUID(),
    plan: { ...planOf('', constantLoad(1, 1)), runId: 'x' },
    share: whole,
  })
  await until(harness.ledger.changes, 'the next command is answered', () => harness.ledger.prepared.has('x'))
  expect(existsSync(join(agent.data, 'spool', runId))).toBe(false)
})

test('a stopped run drains and tells that it was stopped', async () => {
  const { agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: false })
  expect((await ended(runId)).cause).toBe('stopped')
  expect(harness.ledger.counted()).toBe(harness.target.received())
})

test('a killed worker is replaced, and only what it had under way is lost', async () => {
  const { agent, agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  const [pid = 0] = workerPids(agent, runId)
  process.kill(pid, 'SIGKILL')
  await until(harness.ledger.changes, 'the loss is told', () => harness.ledger.lost.size === 1)
  expect(harness.ledger.lost.get(`${agentId}/1.1`)).toMatchObject({ isReplaced: true })
  await receivedBy(harness.target.received() + 50)
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: false })
  const end = await ended(runId)
  expect(end.workers.map(worker => worker.workerId)).toEqual([`${agentId}/1.1`, `${agentId}/1.2`])
  expectComplete(runId)
  expectAccounted()
})

test('a slot whose processes keep dying is given up after three replacements', async () => {
  const { agent, agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  for (const incarnation of [1, 2, 3, 4]) {
    await until(harness.ledger.changes, `worker ${incarnation} reports`, () =>
      [...harness.ledger.batches.values()].some(batch => batch.workerId === `${agentId}/1.${incarnation}`),
    )
    process.kill(workerPids(agent, runId)[incarnation - 1] ?? 0, 'SIGKILL')
  }
  const end = await ended(runId)
  expect(end.cause).toBe('crashed')
  expect([...harness.ledger.lost.values()].map(lost => lost.isReplaced)).toEqual([true, true, true, false])
  expectComplete(runId)
  expectAccounted()
})

test('a run that is stopped before its start ends without a request', async () => {
  const agent = await harness.startAgent()
  const agentId = String((await agent.event('connected'))['agentId'])
  const plan = planOf(harness.target.url, constantLoad(1, 1))
  const { runId } = plan
  harness.link().send(agentId, { kind: 'prepareRun', id: randomUUID(), plan, share: whole })
  await until(harness.ledger.changes, 'the run is prepared', () => harness.ledger.prepared.has(runId))
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: false })
  harness.link().send(agentId, { kind: 'startRun', id: randomUUID(), runId, startAt: Date.now() })
  expect((await ended(runId)).cause).toBe('stopped')
  expect(harness.target.received()).toBe(0)
})

test('a forced stop ends requests under way at once and counts them', async () => {
  const { agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: true })
  expect((await ended(runId)).cause).toBe('stopped')
  expect(harness.ledger.counted() + harness.ledger.lostRequests()).toBe(harness.target.received())
})

test('a killed agent comes back, delivers what its workers left, and says that the run was cut', async () => {
  const { agent, agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  await endProcess(agent.process)
  await until(harness.ledger.changes, 'the agent is missed', () => harness.ledger.offline.includes(agentId))
  await harness.startAgent({ data: agent.data })
  const end = await ended(runId)
  expect(end.cause).toBe('agentLost')
  expectComplete(runId)
  expect(harness.ledger.counted() + harness.ledger.lostRequests()).toBe(harness.target.received())
})

test('a server that is away for seconds loses nothing and counts nothing twice', async () => {
  const { agentId, runId } = await startRun({ load: constantLoad(10, 600) })
  await harness.closeServer()
  await receivedBy(harness.target.received() + 900)
  await harness.openServer()
  await until(harness.ledger.changes, 'the agent is back', () => harness.ledger.online.length === 2)
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: false })
  expect((await ended(runId)).cause).toBe('stopped')
  expectComplete(runId)
  expect(harness.ledger.counted()).toBe(harness.target.received())
})

test('an agent that is told to leave drains its runs, delivers them and goes', async () => {
  const { agent, runId } = await startRun({ load: constantLoad(10, 600) })
  await endProcess(agent.process, 'SIGTERM')
  expect(agent.process.exitCode).toBe(0)
  expect((await ended(runId)).cause).toBe('agentLost')
  expectComplete(runId)
  expect(harness.ledger.counted()).toBe(harness.target.received())
})

test('an agent whose parent is gone goes too, with all its workers', async () => {
  const { agent, runId } = await startRun({ load: constantLoad(10, 600) })
  const pids = workerPids(agent, runId)
  const { promise, resolve } = Promise.withResolvers<void>()
  agent.process.once('exit', () => resolve())
  agent.process.stdin?.end()
  await promise
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a command that arrives twice is carried out once', async () => {
  const { agentId, runId } = await startRun({ load: constantLoad(2, 600) })
  const change = { kind: 'changeLoad', id: randomUUID(), runId, load: 5 } as const
  harness.link().send(agentId, change)
  const usersReach = (users: number) =>
    until(
      harness.ledger.changes,
      `${users} users`,
      () => [...harness.ledger.batches.values()].at(-1)?.users === users,
    )
  await usersReach(5)
  harness.link().send(agentId, { ...change, id: randomUUID(), load: 3 })
  await usersReach(3)
  harness.link().send(agentId, change)
  const before = harness.ledger.batches.size
  await until(harness.ledger.changes, 'two more seconds', () => harness.ledger.batches.size >= before + 2)
  expect([...harness.ledger.batches.values()].at(-1)?.users).toBe(3)
})

test('a wrong token ends the agent with the reason, and with a code that keeps it from being started again', async () => {
  const agent = await harness.startAgent({ token: 'guess' })
  const ended = once(agent.process, 'exit')
  expect(await agent.event('refused')).toMatchObject({ reason: 'wrongToken' })
  expect(harness.link().onlineMachines()).toEqual([])
  expect(await ended).toEqual([78, null])
  expect(await readFile(join(agent.data, 'refused'), 'utf8')).toBe('wrongToken\n')
})

test('a file that cannot be fetched keeps the run from starting and says why', async () => {
  const agent = await harness.startAgent()
  const agentId = String((await agent.event('connected'))['agentId'])
  const file = { id: 'absent', name: 'users.csv', sizeBytes: 1, sha256: 'a'.repeat(64) }
  const plan = { ...planOf(harness.target.url, constantLoad(1, 1)), files: [file] }
  harness.link().send(agentId, { kind: 'prepareRun', id: randomUUID(), plan, share: whole })
  await until(harness.ledger.changes, 'an answer', () => harness.ledger.prepared.has(plan.runId))
  expect(harness.ledger.prepared.get(plan.runId)).toContain('users.csv')
})
