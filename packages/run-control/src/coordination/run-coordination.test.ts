import type { GatheringState, PointReport, RowRequest } from '@pone/contract/link/coordination.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { CoordinationMessage } from '@pone/contract/link/run-messages.ts'
import type { Lease } from '@pone/engine/coordination/row-leases.ts'
import { describe, expect, test } from 'vitest'
import { errorsOfMemory } from '../run-store.ts'
import { createRunWriter } from '../run-writer.ts'
import { RunCoordination, returnPatienceMs } from './run-coordination.ts'

type Answer = Extract<AgentCommand, { kind: 'coordinate' }>

const runId = 'run'
const point = (arrived: number, waiting: number): PointReport => ({
  key: 'p',
  gather: 'percent',
  quantity: 100,
  isExpired: false,
  arrived,
  waiting,
})
const state = (workerId: string, changes: Partial<GatheringState> = {}): GatheringState => ({
  workerId,
  users: null,
  begun: 0,
  over: null,
  points: [],
  ...changes,
})
/** A worker whose two users both wait. */
const bothWait = (workerId: string) => state(workerId, { users: 2, points: [point(2, 2)] })
const isOver = (workerId: string, begun: number) =>
  state(workerId, { begun, over: { round: begun, isLate: false } })
const request = (workerId: string, changes: Partial<RowRequest> = {}): RowRequest => ({
  workerId,
  key: '0.0',
  request: 1,
  rowCount: 100,
  size: 40,
  isReusable: false,
  ...changes,
})

/** The stored leases of a run, which outlive the controllers of a test. */
function storage() {
  const leases = new Map<string, Lease>()
  return { leases, all: () => [...leases.values()] }
}

/** A controller of one run with a test clock. */
function controller(stored = storage()) {
  let now = 1_000_000
  let isStoring = Promise.resolve()
  const sent: [agentId: string, Answer][] = []
  const shared: [string, string, number][] = []
  const writer = createRunWriter(errorsOfMemory, () => undefined)
  const run = new RunCoordination({
    runId,
    send: (agentId, command) => command.kind === 'coordinate' && sent.push([agentId, command]) > 0,
    keepLeases: async (_run, leases) => {
      await isStoring
      for (const lease of leases) stored.leases.set(`${lease.workerId} ${lease.request}`, lease)
    },
    writer,
    now: () => now,
    onSharedRows: (...which) => shared.push(which),
  })
  const receive = (agentId: string, message: Partial<CoordinationMessage>) =>
    run.receive(agentId, {
      kind: 'coordination',
      runId,
      isWhole: false,
      wasAlone: false,
      workers: [],
      gone: [],
      rows: [],
      ...message,
    } as CoordinationMessage)
  return {
    run,
    receive,
    shared,
    /** Answers since the last call, as `agent: worker ≤ n`, `agent: worker round n` or `agent: worker from–to`. */
    news: async () => {
      await writer.stored()
      return sent
        .splice(0)
        .flatMap(([agentId, { commands, grants }]) => [
          ...commands.map(({ workerId, command }) =>
            command.kind === 'release'
              ? `${agentId}: ${workerId} ≤ ${command.upTo}`
              : `${agentId}: ${workerId} round ${command.round}`,
          ),
          ...grants.map(({ workerId, from, to }) => `${agentId}: ${workerId} ${from}–${to}`),
        ])
    },
    messages: () => sent.length,
    pass: (ms: number) => {
      now += ms
      run.tick()
    },
    storeSlowly: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      isStoring = promise
      return resolve
    },
  }
}

describe('users of two machines', () => {
  test('go on together when all of them are there, each machine gets one message', async () => {
    const { receive, news, messages } = controller()
    receive('a', { isWhole: true, workers: [bothWait('a/1.1'), bothWait('a/2.1')] })
    receive('b', { isWhole: true, workers: [state('b/1.1')] })
    expect(await news()).toEqual(['a: a/1.1 ≤ 2', 'a: a/2.1 ≤ 2'])
    receive('a', { workers: [state('a/1.1', { users: 2, points: [point(4, 2)] })] })
    receive('a', { workers: [state('a/2.1', { users: 2, points: [point(4, 2)] })] })
    receive('b', { workers: [state('b/1.1', { users: 1 })] })
    expect(await news()).toEqual([])
    receive('b', { workers: [state('b/1.1', { users: 1, points: [point(1, 1)] })] })
    await Promise.resolve()
    expect(messages()).toBe(2)
    expect(await news()).toEqual(['a: a/1.1 ≤ 4', 'a: a/2.1 ≤ 4', 'b: b/1.1 ≤ 1'])
  })
  test('wait for a machine that has not reported its workers yet, as long as it may take', async () => {
    const { run, receive, news, pass } = controller()
    run.expect(['a', 'b'])
    receive('a', { isWhole: true, workers: [bothWait('a/1.1')] })
    pass(returnPatienceMs)
    expect(await news()).toEqual([])
    pass(1_000)
    expect(await news()).toEqual(['a: a/1.1 ≤ 2'])
  })
  test('wait no longer for a machine whose line is gone, and do again when it is back', async () => {
    const { run, receive, news } = controller()
    receive('a', { isWhole: true, workers: [state('a/1.1', { users: 2 })] })
    receive('b', { isWhole: true, workers: [bothWait('b/1.1')] })
    receive('a', { workers: [bothWait('a/1.1')] })
    expect(await news()).toEqual(['b: b/1.1 ≤ 2', 'a: a/1.1 ≤ 2'].toSorted())
    run.offline('b')
    receive('a', { workers: [state('a/1.1', { users: 2, points: [point(4, 2)] })] })
    expect(await news()).toEqual(['a: a/1.1 ≤ 4'])
    receive('b', { isWhole: true, workers: [state('b/1.1', { users: 2, points: [point(3, 1)] })] })
    receive('a', { workers: [state('a/1.1', { users: 2, points: [point(6, 2)] })] })
    expect(await news()).toEqual([])
    receive('b', { workers: [state('b/1.1', { users: 2, points: [point(4, 2)] })] })
    expect(await news()).toEqual(['a: a/1.1 ≤ 6', 'b: b/1.1 ≤ 4'])
  })
  test('are not waited for in workers that a machine does not name any more', async () => {
    const { receive, news } = controller()
    receive('a', { isWhole: true, workers: [state('a/1.1', { users: 3 })] })
    receive('b', { isWhole: true, workers: [bothWait('b/1.1')] })
    expect(await news()).toEqual([])
    receive('a', { isWhole: true })
    expect(await news()).toEqual(['b: b/1.1 ≤ 2'])
  })
})

describe('rounds over two machines', () => {
  test('begin on both at once', async () => {
    const { receive, news } = controller()
    receive('a', { isWhole: true, workers: [isOver('a/1.1', 0)] })
    receive('b', { isWhole: true, workers: [isOver('b/1.1', 0)] })
    expect(await news()).toEqual(['a: a/1.1 round 1'])
    receive('b', { workers: [isOver('b/1.1', 0)] })
    receive('a', { workers: [isOver('a/1.1', 1)] })
    expect(await news()).toEqual(['a: a/1.1 round 2', 'b: b/1.1 round 2'])
  })
  test('go on after a restart of the server with the highest number reported, when all are back', async () => {
    const { run, receive, news } = controller()
    run.expect(['a', 'b'])
    receive('a', { isWhole: true, workers: [isOver('a/1.1', 7)] })
    expect(await news()).toEqual([])
    receive('b', { isWhole: true, workers: [isOver('b/1.1', 6)] })
    expect(await news()).toEqual(['a: a/1.1 round 8', 'b: b/1.1 round 8'])
  })
})

describe('unique rows', () => {
  test('go to whoever asks, and are stored before', async () => {
    const stored = storage()
    const { receive, news, messages, storeSlowly } = controller(stored)
    const store = storeSlowly()
    receive('a', { rows: [request('a/1.1')] })
    receive('b', { rows: [request('b/1.1'), request('b/2.1')] })
    await new Promise(resolve => setImmediate(resolve))
    expect([messages(), stored.all()]).toEqual([0, []])
    store()
    expect(await news()).toEqual(['a: a/1.1 0–40', 'b: b/1.1 40–80', 'b: b/2.1 80–100'])
    expect(stored.all()).toHaveLength(3)
  })
  test('are the same when a request is repeated, also to a server that was restarted meanwhile', async () => {
    const stored = storage()
    const before = controller(stored)
    before.receive('a', { rows: [request('a/1.1')] })
    before.receive('b', { rows: [request('b/1.1')] })
    await before.news()
    const { run, receive, news } = controller(stored)
    run.restore(stored.all())
    receive('b', { isWhole: true, workers: [state('b/1.1')], rows: [request('b/1.1')] })
    receive('a', { isWhole: true, workers: [state('a/1.1')], rows: [request('a/1.1', { request: 2 })] })
    expect(await news()).toEqual(['b: b/1.1 40–80', 'a: a/1.1 80–100'])
  })
  test('that come again go from a lost machine to who takes its share, also after a restart', async () => {
    const stored = storage()
    const before = controller(stored)
    const again = { isReusable: true, size: 50 }
    before.receive('a', { workers: [state('a/1.1')], rows: [request('a/1.1', again)] })
    before.receive('b', { workers: [state('b/1.1')], rows: [request('b/1.1', again)] })
    before.run.moved('a')
    await before.news()
    const { run, receive, news, shared } = controller(stored)
    run.restore(stored.all())
    receive('b', { rows: [request('b/2.1', again), request('b/3.1', again)] })
    expect(await news()).toEqual(['b: b/2.1 0–50', 'b: b/3.1 100–100'])
    receive('a', { isWhole: true, workers: [state('a/1.1')] })
    expect(shared).toEqual([])
    receive('a', { isWhole: true, wasAlone: true, workers: [state('a/1.1')] })
    expect(shared).toEqual([['a', 'a/1.1', 50]])
  })
  test('of a process that has died are its successor’s, in one message with the word of its death', async () => {
    const { receive, news } = controller()
    const again = { isReusable: true, size: 100 }
    receive('a', { workers: [state('a/1.1')], rows: [request('a/1.1', again)] })
    receive('a', { workers: [state('a/1.2')], gone: ['a/1.1'], rows: [request('a/1.2', again)] })
    expect(await news()).toEqual(['a: a/1.1 0–100', 'a: a/1.2 0–100'])
  })
})
