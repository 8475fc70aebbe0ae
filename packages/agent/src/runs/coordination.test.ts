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

/** Two workers and a line that can break. */
function bench() {
  const told: Told[] = []
  const heard: [worker: string, command: CoordinationCommand][] = []
  let isOnline = true
  const coordination = createCoordination({
    runId,
    send: message => {
      if (isOnline && message.kind === 'coordination') told.push(message)
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
    obey: (answer: Partial<Extract<ServerMessage, { kind: 'coordinate' }>>) =>
      coordination.obey({ kind: 'coordinate', runId, commands: [], grants: [], ...answer }),
    wait: (worker: string, users: number, ...points: PointReport[]) =>
      coordination.hear(worker, { kind: 'waiting', users, points }),
    /** What the controller was told since the last call. */
    told: () => {
      vi.advanceTimersByTime(2)
      return told.splice(0)
    },
    /** What the workers were told since the last call. */
    heard: () => heard.splice(0),
  }
}

describe('the controller is told', () => {
  test('once per turn what has changed, with an expired wait that a later word does not hide', () => {
    const { told, wait } = bench()
    told()
    wait('w1', 3, point(2, 2))
    wait('w1', 3, point(3, 0, true))
    wait('w1', 2, point(3, 0), { ...point(1, 1), key: 'q' })
    const [message, ...others] = told()
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
    expect(told()[0]?.workers).toEqual([{ workerId: 'w1', users: 1, begun: 0, over: null, points: [] }])
  })
  test('everything after a new connection: all workers as they are now, and requests without an answer', () => {
    const { told, wait, coordination, cut, mend, obey } = bench()
    wait('w1', 3, point(2, 2))
    coordination.hear('w1', ask)
    coordination.hear('w2', ask)
    coordination.hear('w2', { kind: 'roundOver', round: 0, isLate: false })
    expect(told()[0]?.rows).toHaveLength(2)
    obey({ grants: [{ workerId: 'w2', key: '0.0', request: 1, from: 0, to: 5, isLast: false }] })
    obey({ commands: [{ workerId: 'w2', command: { kind: 'beginRound', round: 4 } }] })
    cut()
    coordination.hear('w2', { kind: 'roundOver', round: 4, isLate: false })
    coordination.join('w3', () => undefined)
    coordination.leave('w3')
    expect(told()).toEqual([])
    mend()
    expect(told()).toEqual([
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
    const { told, wait, obey, mend } = bench()
    wait('w1', 3, point(3, 3))
    obey({ commands: [{ workerId: 'w1', command: { kind: 'release', key: 'p', upTo: 2 } }] })
    mend()
    expect(told()[0]?.workers[0]?.points).toEqual([point(3, 1)])
  })
  test('that it was alone, until that has arrived', () => {
    const { told, coordination, cut, mend } = bench()
    cut()
    coordination.goesOnAlone()
    coordination.announce()
    told()
    mend()
    expect(told()[0]?.wasAlone).toBe(true)
    mend()
    expect(told()[0]?.wasAlone).toBe(false)
  })
})

describe('workers are told', () => {
  test('what the controller says to each of them', () => {
    const { obey, heard } = bench()
    obey({
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
    const { coordination, told, wait, heard, obey } = bench()
    coordination.gatheredBy('agent')
    told()
    wait('w1', 1, point(1, 1))
    wait('w2', 1, point(1, 1))
    expect(heard()).toHaveLength(2)
    expect(told()).toEqual([])
    for (const worker of ['w1', 'w2'])
      coordination.hear(worker, { kind: 'roundOver', round: 0, isLate: false })
    expect(heard().map(([worker, command]) => [worker, command.kind])).toEqual([
      ['w1', 'beginRound'],
      ['w2', 'beginRound'],
    ])
    expect(told()[0]?.workers.map(({ begun }) => begun)).toEqual([1, 1])
    obey({ commands: [{ workerId: 'w1', command: { kind: 'beginRound', round: 9 } }] })
    expect(heard()).toEqual([])
  })
  test('by the controller once another machine has a part, which learns where the run is', () => {
    const { coordination, told, wait, heard, obey } = bench()
    coordination.gatheredBy('agent')
    for (const worker of ['w1', 'w2'])
      coordination.hear(worker, { kind: 'roundOver', round: 0, isLate: false })
    told()
    coordination.gatheredBy('controller')
    expect(told()).toMatchObject([{ isWhole: true, workers: [{ begun: 1 }, { begun: 1 }] }])
    heard()
    wait('w1', 1, point(1, 1))
    wait('w2', 1, point(1, 1))
    expect(heard()).toEqual([])
    obey({ commands: [{ workerId: 'w1', command: { kind: 'release', key: 'p', upTo: 1 } }] })
    expect(heard()).toHaveLength(1)
  })
})
