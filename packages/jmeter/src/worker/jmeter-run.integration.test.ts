/** Proves with the real JMeter that a worker counts what the target received, ends it as requested, and reports failures. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { element, get, pause, planAround, planOfThreads } from '../jmx/real-plans.ts'
import { JmeterHarness, runOf } from './jmeter-harness.ts'
import { takeLeftBehind } from './left-behind.ts'

let harness: JmeterHarness

beforeEach(async () => {
  harness = await JmeterHarness.open()
})
afterEach(() => harness.close())

/** Samples by the name of their label. */
function countedByName(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { labels, names = [] } of harness.worker.batches) {
    for (const { label, passed, failed } of labels) {
      const name = names.find(each => each.label === label)
      const key = `${name?.kind} ${name?.name}`
      counts[key] = (counts[key] ?? 0) + passed + failed
    }
  }
  return counts
}
const last = () => harness.worker.batches.at(-1)
const javaPid = () => Number(readFileSync(join(harness.folder, 'w1.jmeter', '0', 'java.pid'), 'utf8'))
async function isGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await pauseFor(20)
}

test('requests inside merged transactions, named by rows of a file from another machine, are counted as the target does', async () => {
  const { url } = harness.target
  const users = element('CSVDataSet', 'users', {
    filename: 'C:\\tests\\users.csv',
    variableNames: 'user',
    delimiter: ',',
    recycle: 'true',
    shareMode: 'shareMode.all',
  })
  const transaction = element(
    'TransactionController',
    'buy',
    { 'TransactionController.parent': 'true' },
    get(url, 'page of ${user}', '/${user}') + get(url, 'cart'),
  )
  await harness.run(
    {
      ...runOf(planOfThreads(3, 20, users + transaction), {}, [{ id: 'users.csv', name: 'users.csv' }]),
      sampleLog: 'jtl',
    },
    { 'users.csv': 'ann\nbob\n' },
  )
  const ended = await harness.worker.until('ended')
  expect(ended).toMatchObject({ cause: 'planned', detail: '' })
  const { 'transaction buy': buys, ...requests } = countedByName()
  expect(buys).toBe(60)
  expect(requests).toEqual({ 'request page of ann': 30, 'request page of bob': 30, 'request cart': 60 })
  expect(harness.target.requests).toBe(120)
  expect(last()).toMatchObject({ sent: 120, completed: 120, end: { lost: 0 } })
  const log = readFileSync(join(harness.folder, 'samples.csv'), 'utf8').trim().split('\n')
  expect(log[0]).toBe(
    'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect',
  )
  expect(log).toHaveLength(1 + 120 + 60)
  expect((await harness.worker.until('started')).at).toBeGreaterThan(0)
})

test('a stop lets samples under way finish, so that nothing is missing', async () => {
  await harness.run(runOf(planOfThreads(5, -1, get(harness.target.url, 'home') + pause(20))))
  await harness.target.reached(50)
  await harness.worker.until('flushed', () => harness.worker.batches.some(({ users }) => users === 5))
  const pid = javaPid()
  harness.worker.send({ kind: 'stop', force: false })
  expect(await harness.worker.until('ended')).toMatchObject({ cause: 'stopped' })
  expect(countedByName()).toEqual({ 'request home': harness.target.requests })
  await isGone(pid)
})

test('set-up is through before the load begins, which follows its model, and tear-down runs to its end', async () => {
  const { url } = harness.target
  const seen: string[] = []
  harness.target.answer = (request, response) => {
    seen.push(request.url ?? '')
    response.end('{}')
  }
  const plan = planAround(planOfThreads(1, 1, get(url, 'home', '/home') + pause(20)), {
    setUp: get(url, 'make', '/make') + get(url, 'make', '/make') + pause(100),
    tearDown: get(url, 'drop', '/drop') + get(url, 'drop', '/drop') + pause(900),
  })
  const loadModel = loadModelSchema.parse({
    kind: 'incremental',
    start: 1,
    step: 2,
    intervalSeconds: 1,
    max: 5,
    holdSeconds: 1,
  })
  const run = { ...runOf(plan, { load: 'model' }), loadModel }
  expect(await harness.prepare(run)).toBeNull()
  expect(seen).toEqual(['/make', '/make'])
  harness.worker.send({ kind: 'start', startAt: Date.now() })
  expect(await harness.worker.until('ended')).toMatchObject({ cause: 'planned', detail: '' })
  expect(seen.slice(-2)).toEqual(['/drop', '/drop'])
  expect(countedByName()).toEqual({
    'request make': 2,
    'request home': harness.target.requests - 4,
    'request drop': 2,
  })
  // The model’s steps, each at the end of its second; a busy machine may start threads late.
  const users = [0, 1, 2].map(second => harness.worker.batches.find(batch => batch.second === second)?.users)
  expect(users.every((count, second) => (count ?? 9) <= 1 + 2 * second)).toBe(true)
  expect(Math.max(...harness.worker.batches.map(batch => batch.users))).toBe(5)
  // Every batch reports the maximum of its second, none more than there were threads.
  expect(Math.max(...harness.worker.batches.map(({ userPeaks = [99] }) => Math.max(...userPeaks)))).toBe(5)
}, 120_000)

test('of a JMeter that is killed every row that it has written is counted, and its end is reported', async () => {
  await harness.run(runOf(planOfThreads(4, -1, get(harness.target.url, 'home') + pause(20))))
  await harness.target.reached(40)
  process.kill(javaPid(), 'SIGKILL')
  const ended = await harness.worker.until('ended')
  expect(ended).toMatchObject({ cause: 'crashed', detail: toldCause('jmeterEnded', { code: 137 }) })
  const counted = countedByName()['request home'] ?? 0
  // Unfinished samples of its four threads have no row.
  expect(counted).toBeGreaterThanOrEqual(harness.target.requests - 4)
  expect(counted).toBeLessThanOrEqual(harness.target.requests)
})

test('a JMeter does not outlive its worker, and what it wrote is known', async () => {
  await harness.run(runOf(planOfThreads(1, -1, get(harness.target.url, 'home') + pause(20))))
  await harness.target.reached(1)
  const pid = javaPid()
  await harness.worker.until('flushed')
  harness.worker.child.kill('SIGKILL')
  await isGone(pid)
  const { spoolPath } = harness.worker
  const rows = takeLeftBehind({ spoolPath, samplePath: join(harness.folder, 'samples.csv') })
  // Samples that it had not counted are reported as lost, except for unfinished ones.
  expect(rows).toBeGreaterThanOrEqual(harness.target.requests - 1)
  expect(existsSync(join(harness.folder, 'samples.csv'))).toBe(true)
})

test('a forced stop ends threads that wait for an answer', async () => {
  harness.target.answer = () => undefined
  await harness.run(runOf(planOfThreads(2, -1, get(harness.target.url, 'home'))))
  await harness.target.reached(2)
  harness.worker.send({ kind: 'stop', force: true })
  expect(await harness.worker.until('ended')).toMatchObject({ cause: 'stopped' })
})

test('a plan whose plugin is missing is refused with the class', async () => {
  const plan = runOf(planOfThreads(1, 1, element('kg.apc.jmeter.samplers.DummySampler', 'x', {})))
  expect(await harness.prepare(plan)).toContain('kg.apc.jmeter.samplers.DummySampler')
})

test('a missing file of the plan is a fault, although JMeter ends with code 0', async () => {
  const rows = element('CSVDataSet', 'users', {
    filename: 'gone.csv',
    variableNames: 'user',
    shareMode: 'shareMode.all',
  })
  await harness.run(runOf(planOfThreads(2, 3, rows + get(harness.target.url, 'home'))))
  expect(await harness.worker.until('ended')).toMatchObject({
    cause: 'fault',
    detail: expect.stringContaining('gone.csv'),
  })
})

test('what cannot run is reported before a JMeter is started', async () => {
  const plan = runOf(planOfThreads(1, 1, ''))
  const knownSeconds = await harness.worker.prepare(plan, undefined, { tools: [] })
  expect(causeText(knownSeconds ?? '', 'zh')).toMatch(/^压力机上没有 JMeter/)
})
