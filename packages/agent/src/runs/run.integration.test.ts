/** A run on one machine with two real load workers: rendezvous and rounds work across them, also when one dies and is replaced. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { CountingTarget, planOf, requestStep } from '@pone/engine/worker/worker-harness.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AgentRun, createRun } from './run.ts'
import { readWorkerRecords } from './run-folder.ts'

let folder = ''
let target: CountingTarget
let run: AgentRun
let paths: (string | undefined)[] = []
const reported: AgentMessage[] = []
let onTold: () => void = () => undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-run-'))
  target = new CountingTarget()
  await target.listen()
  paths = []
  reported.length = 0
  target.answer = (request, response) => {
    paths.push(request.url)
    response.end()
  }
})
afterEach(async () => {
  await run.close()
  await target.close()
  await rm(folder, { recursive: true })
})

/** Starts the run with two workers; whatever it sends is accepted and acknowledged. */
function start(plan: RunPlan): void {
  run = createRun({
    agentId: 'agent',
    runFolder: folder,
    plan,
    share: { from01: 0, to01: 1 },
    workers: 2,
    files: { fetchAll: async () => ({}) },
    send: message => {
      reported.push(message)
      setImmediate(() => {
        if (message.kind === 'batches')
          for (const { workerId, seq } of message.batches) run.acknowledge(workerId, seq)
        onTold()
      })
      return true
    },
    log: () => undefined,
  })
  run.start(Date.now())
}
/** Resolves when the run has sent a message of that kind. */
const hasTold = <K extends AgentMessage['kind']>(kind: K) =>
  new Promise<Extract<AgentMessage, { kind: K }>>(resolve => {
    onTold = () => {
      const found = reported.find(
        (message): message is Extract<AgentMessage, { kind: K }> => message.kind === kind,
      )
      if (found !== undefined) resolve(found)
    }
    onTold()
  })
async function killWorker(slot: number): Promise<void> {
  const records = await readWorkerRecords(folder)
  const pid = records.findLast(({ number }) => number.slot === slot)?.record.process?.pid
  if (pid === undefined) throw new Error(`no process in slot ${slot}`)
  process.kill(pid, 'SIGKILL')
}

test('a rendezvous of all users holds across workers, lets the others go when one dies, and takes its successor in', async () => {
  start(
    planOf(
      {
        steps: [
          { id: 'v', name: '', kind: 'rendezvous', gather: 'percent', quantity: 100, timeoutSeconds: 600 },
          requestStep(`${target.url}/\${threadId()}`),
        ],
      },
      { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 600 },
    ),
  )
  await target.reached(12)
  const first = paths.slice(0, 12)
  for (const user of [1, 2, 3, 4]) expect(first.filter(path => path === `/${user}`)).toHaveLength(3)
  await killWorker(2)
  expect(await hasTold('workerLost')).toMatchObject({ workerId: 'agent/2.1', isReplaced: true })
  const before = paths.length
  const isWhole = () => ['/1', '/2', '/3', '/4'].every(path => paths.includes(path, before))
  await new Promise<void>(resolve => {
    target.answer = (request, response) => {
      paths.push(request.url)
      response.end()
      if (isWhole()) resolve()
    }
  })
  run.stop(false)
  expect((await hasTold('runEnded')).workers).toHaveLength(3)
})

test('rounds go on when a worker dies, and are as many as asked for all the same', async () => {
  let isKilled = false
  target.answer = (request, response) => {
    paths.push(request.url)
    if (paths.length < 8 || isKilled) response.end()
    else {
      isKilled = true
      void killWorker(2).then(() => response.end())
    }
  }
  start(
    planOf(
      { steps: [requestStep(`${target.url}/\${threadId()}`)] },
      { kind: 'concurrency', users: 4, rounds: 5, durationSeconds: 0, gatherTimeoutSeconds: 600 },
    ),
  )
  const { cause } = await hasTold('runEnded')
  expect(cause).toBe('planned')
  const passes = ['/1', '/2', '/3', '/4'].map(path => paths.filter(each => each === path).length)
  expect(Math.max(...passes)).toBe(5)
  // Users of one worker pass all five; those of the other miss the rounds in which it was dead.
  expect(passes.filter(count => count === 5).length).toBeGreaterThanOrEqual(2)
  for (const count of passes) expect(count).toBeLessThanOrEqual(5)
})
