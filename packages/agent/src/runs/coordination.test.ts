import type { PointReport } from '@pone/contract/link/coordination.ts'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import type { CoordinationCommand } from '@pone/engine/worker/protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCoordination } from './coordination.ts'

type Told = Extract<AgentMessage, { kind: 'coordination' }>

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const runId = 'run'
const point = (arrived: number, waiting: number, isExpired = false): PointReport => ({
  key: 'p',
  gather: 'percent',
  quantity: 100,
  arrived,
  waiting,
  isExpired,
})
const request = { key: '0.0', request: 1, rowCount: 10, size: 5, isReusable: false }
const ask = { kind: 'rows', ...request } as const

/** Two workers and a connection that can break. */
function bench() {
  const reported: Told[] = []
  const heard: [worker: string, command: CoordinationCommand][] = []
  let isOnline = true
  const coordination = createCoordination({
    runId,
    send: message => {
      if (isOnline && message.kind === 'coordination') reported.push(message)
      return isOnline
    },
  })
  for (const worker of ['w1', 'w2']) coordination.join(worker, command => heard.push([worker, command]))
  return {
    coordination,
    cut: () => {
      isOnline = false
    },
    mend: () => {
      isOnline = true
      coordination.announce()
    },
    handle: (answer: Partial<Extract<ServerMessage, { kind: 'coordinate' }>>) =>
      coordination.handle({ kind: 'coordinate', runId, commands: [], grants: [], ...answer }),
    wait: (worker: string, users: number, ...points: PointReport[]) =>
      coordination.receive(worker, { kind: 'waiting', users, points }),
    /** Messages to the controller since the last call. */
    reported: () => {
      vi.advanceTimersByTime(2)
      return reported.splice(0)
    },
    /** Commands to the workers since the last call. */
    heard: () => heard.splice(0),
  }
}

describe('the controller is sent', () => {
  test('once per turn what has changed, with an expired wait that a later word does not hide', () => {
    const { reported, wait } = bench()
    reported()
    wait('w1', 3, point(2, 2))
    wait('w1', 3, point(3, 0, true))
    wait('w1', 2, point(3, 0), { ...point(1, 1), key: 'q' })
    const [message, ...others] = reported()
    expect(others).toEqual([])
    expect(message).toMatchObject({ isWhole: false, gone: [], rows: [] })
    expect(message?.workers).toEqual([
      {
        workerId: 'w1',
        users: 2,
        begun: 0,
        over: null,
        points: [point(3, 0, true), { ...point(1, 1), key: 'q' }],
      },
    ])
    wait('w1', 1)
    expect(reported()[0]?.workers).toEqual([{ workerId: 'w1', users: 1, begun: 0, over: null, points: [] }])
  })
  test('everything after a new connection: all workers as they are now, and requests without an answer', () => {
    const { reported, wait, coordination, cut, mend, handle } = bench()
    wait('w1', 3, point(2, 2))
    coordination.receive('w1', ask)
    coordination.receive('w2', ask)
    coordination.receive('w2', { kind: 'roundOver', round: 0, isLate: false })
    expect(reported()[0]?.rows).toHaveLength(2)
    handle({ grants: [{ workerId: 'w2', key: '0.0', request: 1, from: 0, to: 5, isLast: false }] })
    handle({ commands: [{ workerId: 'w2', command: { kind: 'beginRound', round: 4 } }] })
    cut()
    coordination.receive('w2', { kind: 'roundOver', round: 4, isLate: false })
    coordination.join('w3', () => undefined)
    coordination.leave('w3')
    expect(reported()).toEqual([])
    mend()
    expect(reported()).toEqual([
      {
        kind: 'coordination',
        runId,
        isWhole: true,
        wasAlone: false,
        gone: [],
        workers: [
          { workerId: 'w1', users: 3, begun: 0, over: null, points: [point(2, 2)] },
          { workerId: 'w2', users: null, begun: 4, over: { round: 4, isLate: false }, points: [] },
        ],
        rows: [{ ...request, workerId: 'w1' }],
      },
    ])
  })
  test('of workers that have let users go as if those had gone already', () => {
    const { reported, wait, handle, mend } = bench()
    wait('w1', 3, point(3, 3))
    handle({ commands: [{ workerId: 'w1', command: { kind: 'release', key: 'p', upTo: 2 } }] })
    mend()
    expect(reported()[0]?.workers[0]?.points).toEqual([point(3, 1)])
  })
  test('that it was alone, until that has arrived', () => {
    const { reported, coordination, cut, mend } = bench()
    cut()
    coordination.goesOnAlone()
    coordination.announce()
    reported()
    mend()
    expect(reported()[0]?.wasAlone).toBe(true)
    mend()
    expect(reported()[0]?.wasAlone).toBe(false)
  })
})

describe('workers are sent', () => {
  test('what the controller says to each of them', () => {
    const { handle, heard } = bench()
    handle({
      commands: [
        { workerId: 'w2', command: { kind: 'release', key: 'p', upTo: 3 } },
        { workerId: 'gone', command: { kind: 'beginRound', round: 1 } },
      ],
      grants: [{ workerId: 'w1', key: '0.0', request: 1, from: 5, to: 9, isLast: true }],
    })
    expect(heard()).toEqual([
      ['w2', { kind: 'release', key: 'p', upTo: 3 }],
      ['w1', { kind: 'grantRows', key: '0.0', request: 1, from: 5, to: 9, isLast: true }],
    ])
  })
  test('by this machine itself where it has all users, without a word to the controller but the rounds', () => {
    const { coordination, reported, wait, heard, handle } = bench()
    coordination.gatheredBy('agent')
    reported()
    wait('w1', 1, point(1, 1))
    wait('w2', 1, point(1, 1))
    expect(heard()).toHaveLength(2)
    expect(reported()).toEqual([])
    for (const worker of ['w1', 'w2'])
      coordination.receive(worker, { kind: 'roundOver', round: 0, isLate: false })
    expect(heard().map(([worker, command]) => [worker, command.kind])).toEqual([
      ['w1', 'beginRound'],
      ['w2', 'beginRound'],
    ])
    expect(reported()[0]?.workers.map(({ begun }) => begun)).toEqual([1, 1])
    handle({ commands: [{ workerId: 'w1', command: { kind: 'beginRound', round: 9 } }] })
    expect(heard()).toEqual([])
  })
  test('by the controller once another machine has a part, which learns where the run is', () => {
    const { coordination, reported, wait, heard, handle } = bench()
    coordination.gatheredBy('agent')
    for (const worker of ['w1', 'w2'])
      coordination.receive(worker, { kind: 'roundOver', round: 0, isLate: false })
    reported()
    coordination.gatheredBy('controller')
    expect(reported()).toMatchObject([{ isWhole: true, workers: [{ begun: 1 }, { begun: 1 }] }])
    heard()
    wait('w1', 1, point(1, 1))
    wait('w2', 1, point(1, 1))
    expect(heard()).toEqual([])
    handle({ commands: [{ workerId: 'w1', command: { kind: 'release', key: 'p', upTo: 1 } }] })
    expect(heard()).toHaveLength(1)
  })
})
