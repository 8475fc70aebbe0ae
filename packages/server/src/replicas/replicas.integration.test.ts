/** Several server processes on one database. */
import { once } from 'node:events'
import { calls } from '@pone/contract/calls/registry.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endProcess } from '../link/agent-harness.ts'
import { createReplicaRepository } from './replica.repository.ts'
import {
  createReplicaHarness,
  type ReplicaHarness,
  type ReplicaServer,
  type Switch,
} from './replica-harness.ts'

// Several processes are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let harness: ReplicaHarness
let a: ReplicaServer
let b: ReplicaServer
/** The address that the two agents connect to. */
let first: Switch
let second: Switch
/** Forwards to both servers in turn. */
let front: string
let scope: { projectId: string; scenarioId: string }

beforeAll(async () => {
  harness = await createReplicaHarness()
  a = await harness.startServer('a')
  b = await harness.startServer('b')
  first = await harness.openSwitch(a.port)
  second = await harness.openSwitch(b.port)
  const proxy = await harness.openSwitch(a.port, b.port)
  front = `http://127.0.0.1:${proxy.port}`
  await harness.startAgent(first.port)
  await harness.startAgent(second.port)
  scope = await harness.scenario(a.url, 4)
})
afterAll(() => harness.close())

const stateOf = (message: LiveMessage) =>
  message.kind === 'runTick'
    ? message.run.state
    : message.kind === 'runSnapshot'
      ? message.live.run.state
      : ''
const hasRequests = (message: LiveMessage) => message.kind === 'runTick' && message.total.count > 0
const hasTwoMachines = (message: LiveMessage) =>
  message.kind === 'runTick' && message.machines.filter(machine => machine.users > 0).length === 2

/** A run of both agents, with load on both. */
async function begin(owner: ReplicaServer, watcher: string) {
  const { projectId } = scope
  // A server gets another server's agents with that server's next report.
  const onlineOnes = async () => {
    const clusters = await harness.call(owner.url, calls.scenario.clusters, { projectId })
    return clusters.flatMap(({ machines }) => machines).filter(machine => machine.isOnline).length
  }
  const stateOnOwner = (id: string) => async () =>
    (await harness.call(owner.url, calls.run.get, { projectId, id })).state
  const start = async () => {
    await expect.poll(onlineOnes, { timeout: 120_000 }).toBe(2)
    const received = harness.target.received()
    const { id } = await harness.call(owner.url, calls.run.start, scope)
    return { id, received, live: await harness.call(owner.url, calls.run.live, { projectId, id }) }
  }
  let run = await start()
  // A server that a busy machine keeps from its heartbeat lends no agents to a run that starts meanwhile.
  for (let again = 0; again < 3 && run.live.machines.length < 2; again += 1) {
    console.warn(`the run began with ${run.live.machines.length} machine; it is started again`)
    await harness.call(owner.url, calls.run.stop, { projectId, id: run.id })
    await expect.poll(stateOnOwner(run.id), { timeout: 60_000 }).toBe('userStopped')
    run = await start()
  }
  expect(run.live.machines).toHaveLength(2)
  const view = await harness.watch(watcher, projectId, run.id)
  await view.until('load is on both machines', hasTwoMachines)
  return { id: run.id, projectId, view, received: run.received }
}

/** The run once it has ended, with the number of requests that the target received. */
async function endOf(url: string, run: Awaited<ReturnType<typeof begin>>) {
  await run.view.until('the run has ended', message => stateOf(message) === 'userStopped')
  run.view.close()
  const { database } = harness.database
  const { requests, failed, state } = await harness.call(url, calls.run.get, {
    projectId: run.projectId,
    id: run.id,
  })
  const { epoch, controller_id: controllerId } = await database
    .selectFrom('runs')
    .select(['epoch', 'controller_id'])
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  const controller = await database
    .selectFrom('controllers')
    .select('name')
    .where('id', '=', controllerId ?? '')
    .executeTakeFirstOrThrow()
  return {
    requests,
    failed,
    state,
    epoch,
    controller: controller.name,
    received: harness.target.received() - run.received,
  }
}

test('a run is started on one server with agents on both, watched on the other and stopped from there', async () => {
  const run = await begin(a, b.url)
  await run.view.until('the page gets figures', hasRequests)
  await harness.call(b.url, calls.run.stop, { projectId: run.projectId, id: run.id })
  const { received, ...ended } = await endOf(b.url, run)
  expect(ended).toEqual({ requests: received, failed: 0, state: 'userStopped', epoch: 1, controller: 'a' })
})

test('a page and its calls may reach any server through a proxy that takes turns', async () => {
  const run = await begin(a, front)
  for (let turn = 0; turn < 2; turn += 1) {
    const live = await harness.call(front, calls.run.live, { projectId: run.projectId, id: run.id })
    expect(live.run.state).toBe('running')
    expect(live.machines.every(machine => machine.isOnline)).toBe(true)
  }
  await harness.call(front, calls.run.stop, { projectId: run.projectId, id: run.id })
  const { received, ...ended } = await endOf(front, run)
  expect(ended).toMatchObject({ requests: received, failed: 0 })
})

test('a server that was paused finds its run in other hands, and neither drives nor counts it any more', async () => {
  const run = await begin(a, b.url)
  const own = await harness.watch(a.url, run.projectId, run.id)
  run.view.forget()
  own.forget()
  a.process.kill('SIGSTOP')
  first.lead(b.port)
  await run.view.until('the other server has taken over', message => message.kind === 'runSnapshot')
  a.process.kill('SIGCONT')
  await run.view.until('load is on both machines again', hasTwoMachines)
  await own.until('a page of the paused server has what the other one knows', hasTwoMachines)
  // The paused server knows the new owner by now, and forwards the call.
  await harness.call(a.url, calls.run.stop, { projectId: run.projectId, id: run.id })
  const { received, ...ended } = await endOf(b.url, run)
  expect(ended).toEqual({ requests: received, failed: 0, state: 'userStopped', epoch: 2, controller: 'b' })
})

test('the run of a server that is killed goes on under another one, and reconciles with the target', async () => {
  const run = await begin(b, a.url)
  run.view.forget()
  await endProcess(b.process)
  for (const lines of [first, second]) lines.lead(a.port)
  await run.view.until('the other server has taken over', message => message.kind === 'runSnapshot')
  await run.view.until('load is on both machines again', hasTwoMachines)
  await harness.call(a.url, calls.run.stop, { projectId: run.projectId, id: run.id })
  const { received, ...ended } = await endOf(a.url, run)
  expect(ended).toEqual({ requests: received, failed: 0, state: 'userStopped', epoch: 2, controller: 'a' })
})

test('a server that stops in order leaves at once', async () => {
  const c = await harness.startServer('c')
  const exited = once(c.process, 'exit')
  c.process.kill('SIGTERM')
  await exited
  const servers = await createReplicaRepository(harness.database.database).all()
  expect(servers.find(({ name }) => name === 'c')?.isAlive).toBe(false)
})
