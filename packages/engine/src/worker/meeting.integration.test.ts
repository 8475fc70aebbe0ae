/** Users of several load workers wait for each other: real processes, gathered as the agent gathers them. */
import type { ServerResponse } from 'node:http'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Gathering } from '../coordination/gathering.ts'
import {
  CountingTarget,
  counted,
  planOf,
  requestStep,
  WorkerHarness,
  WorkerProcess,
} from './worker-harness.ts'

const halves = [
  { from01: 0, to01: 0.5 },
  { from01: 0.5, to01: 1 },
] as const

let harness: WorkerHarness
let target: CountingTarget
let workers: WorkerProcess[]
beforeEach(async () => {
  harness = await WorkerHarness.open()
  target = harness.target
  const gathering = new Gathering()
  workers = ['a', 'b'].map(name => new WorkerProcess(harness.folder, name, { gathering }))
})
afterEach(async () => {
  for (const { child, exited } of workers) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await exited
  }
  await harness.close()
})

const meet = (rest: object) => ({ id: 'v', name: '', kind: 'rendezvous', ...rest }) as never
const startBoth = async (plan: ReturnType<typeof planOf>) => {
  await Promise.all(workers.map(worker => worker.prepare(plan, halves[workers.indexOf(worker)])))
  const startAt = Date.now() + 50
  for (const worker of workers) worker.send({ kind: 'start', startAt })
}
const endBoth = async () => {
  const ends = await Promise.all(workers.map(worker => worker.until('ended')))
  await Promise.all(workers.map(worker => worker.exited))
  return ends.map(({ cause }) => cause)
}
/** Delays all responses until that many requests have arrived, and records how many arrived together. */
function answerTogether(count: number): number[] {
  const sizes: number[] = []
  let waiting: ServerResponse[] = []
  target.answer = (_request, response) => {
    waiting.push(response)
    if (waiting.length < count) return
    sizes.push(waiting.length)
    for (const held of waiting) held.end()
    waiting = []
  }
  return sizes
}

describe('a rendezvous', () => {
  test('gathers the users of both workers, time after time', async () => {
    const sizes = answerTogether(6)
    const plan = planOf(
      { steps: [meet({ gather: 'users', quantity: 6 }), requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 6, rampUpSeconds: 0, durationSeconds: 0, loops: 3 },
    )
    await startBoth(plan)
    expect(await endBoth()).toEqual(['planned', 'planned'])
    expect(sizes).toEqual([6, 6, 6])
    expect(workers.map(worker => counted(worker.batches))).toEqual([9, 9])
  })

  test('of all users at work lets those of one worker go when the other one dies', async () => {
    const plan = planOf(
      {
        steps: [
          requestStep(`${target.url}/a`),
          // The users of the second worker, 2 and 4, never reach the rendezvous.
          {
            id: 'i',
            name: '',
            kind: 'if',
            left: `\${threadId()}`,
            operator: 'matches',
            right: '[24]',
            children: [requestStep(`${target.url}/held`, { id: 'h' })],
          },
          meet({ gather: 'percent', quantity: 100, timeoutSeconds: 600 }),
          requestStep(`${target.url}/b`, { id: 'b' }),
        ],
      },
      { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 0, loops: 1 },
    )
    const paths: (string | undefined)[] = []
    target.answer = (request, response) => {
      paths.push(request.url)
      if (request.url !== '/held') response.end()
    }
    await startBoth(plan)
    await target.reached(6)
    expect(paths.filter(path => path === '/b')).toEqual([])
    const [one, other] = workers
    other?.child.kill('SIGKILL')
    expect((await one?.until('ended'))?.cause).toBe('planned')
    expect(paths.filter(path => path === '/b')).toHaveLength(2)
  })

  test('holds nobody after a stop', async () => {
    const plan = planOf(
      {
        steps: [
          requestStep(`${target.url}/a`),
          meet({ gather: 'users', quantity: 100, timeoutSeconds: 600 }),
        ],
      },
      { kind: 'constant', users: 6, rampUpSeconds: 0, durationSeconds: 600 },
    )
    await startBoth(plan)
    await target.reached(6)
    for (const worker of workers) worker.send({ kind: 'stop', force: false })
    expect(await endBoth()).toEqual(['stopped', 'stopped'])
    expect(target.requests).toBe(6)
  })

  test('goes on everywhere with whoever is there once one has waited long enough', async () => {
    const sizes = answerTogether(4)
    const plan = planOf(
      {
        steps: [meet({ gather: 'users', quantity: 50, timeoutSeconds: 1 }), requestStep(`${target.url}/a`)],
      },
      { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 0, loops: 1 },
    )
    await startBoth(plan)
    expect(await endBoth()).toEqual(['planned', 'planned'])
    expect(sizes).toEqual([4])
  })
})

describe('rounds of the concurrency model', () => {
  const model = loadModelSchema.parse({ kind: 'concurrency', users: 6, rounds: 3, durationSeconds: 0 })
  test('begin for the users of both workers together', async () => {
    const sizes = answerTogether(6)
    await startBoth(planOf({ steps: [requestStep(`${target.url}/a`)] }, model))
    expect(await endBoth()).toEqual(['planned', 'planned'])
    expect(sizes).toEqual([6, 6, 6])
    expect(target.requests).toBe(18)
  })

  test('wait for the slower worker, and go on without one that dies', async () => {
    const held: ServerResponse[] = []
    target.answer = (request, response) => {
      if (/[246]$/.test(request.url ?? '')) held.push(response)
      else response.end()
    }
    await startBoth(planOf({ steps: [requestStep(`${target.url}/\${threadId()}`)] }, model))
    await target.reached(6)
    const [one, other] = workers
    expect(held).toHaveLength(3)
    other?.child.kill('SIGKILL')
    expect((await one?.until('ended'))?.cause).toBe('planned')
    expect(target.requests).toBe(3 + 3 * 3)
  })
})
