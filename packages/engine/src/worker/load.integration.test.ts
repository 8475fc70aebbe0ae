import type { ServerResponse } from 'node:http'
import { cpus } from 'node:os'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  CountingTarget,
  counted,
  endless,
  pause,
  planOf,
  requestStep,
  sum,
  WorkerHarness,
  WorkerProcess,
} from './worker-harness.ts'

let harness: WorkerHarness
let target: CountingTarget
let worker: WorkerProcess
beforeEach(async () => {
  harness = await WorkerHarness.open()
  ;({ target, worker } = harness)
})
afterEach(() => harness.close())

describe('a load worker', () => {
  test('ends at the planned time and reports each second', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 2 },
    )
    await worker.run(plan)
    await worker.until('ended')
    await worker.exited
    const { batches } = worker
    expect(counted(batches)).toBe(target.requests)
    expect(batches.map(batch => batch.second).slice(0, 2)).toEqual([0, 1])
    expect(batches[0]).toMatchObject({ users: 2, targetUsers: 2 })
    expect(batches[0]?.health?.memoryBytes).toBeGreaterThan(0)
  })

  test('reports the true number of users of a run that ends within a second, its true end, and no CPU of a moment', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 3, rampUpSeconds: 0, durationSeconds: 0, loops: 4 },
    )
    // Three requests at a time are answered together, so that all users are busy at the same time.
    const held: ServerResponse[] = []
    target.answer = (_request, response) => {
      held.push(response)
      if (held.length >= 3) for (const each of held.splice(0)) each.end()
    }
    await worker.run(plan)
    await worker.until('ended')
    await worker.exited
    const { batches } = worker
    expect(target.requests).toBe(12)
    expect(Math.max(...batches.flatMap(({ userPeaks = [0] }) => userPeaks))).toBe(3)
    const last = batches.at(-1)
    expect(last?.users).toBe(0)
    expect(last?.untilMs).toBeGreaterThanOrEqual((last?.second ?? 0) * 1_000)
    expect(last?.untilMs).toBeLessThanOrEqual(((last?.second ?? 0) + 1) * 1_000)
    const spans = batches.flatMap(({ health }) => health?.spanMs ?? [])
    expect(spans.every(spanMs => spanMs >= 500)).toBe(true)
  })

  test('measures its own CPU and the machine’s over the second, apart, and says of how many cores', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`), { ...pause, durationMs: 100 }] },
      { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 2 },
    )
    await worker.run(plan)
    await worker.until('ended')
    await worker.exited
    const [first] = worker.batches.flatMap(({ health }) => health ?? [])
    expect(first).toMatchObject({ cpuCores: 1, hostCores: cpus().length })
    expect(first?.hostCpu01).toBeGreaterThanOrEqual(0)
    expect(first?.hostCpu01).toBeLessThanOrEqual(1)
  })

  test.each(['users', 'arrivals'] as const)(
    'driven by %s ends with a cause of its own when the unique rows are used up, and counts the users that ended',
    async drive => {
      const plan = planOf(
        {
          parameters: [
            {
              id: 'p',
              kind: 'list',
              name: 'card',
              values: ['a', 'b', 'c', 'd', 'e'],
              selection: 'unique',
              exhaustion: 'stopUser',
            },
          ],
          steps: [requestStep(`${target.url}/\${card}`)],
        },
        { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 600 },
        { drive },
      )
      if (drive === 'arrivals') plan.loadModel = { ...plan.loadModel, users: 200 } as LoadModel
      await worker.run(plan)
      const end = await worker.until('ended')
      await worker.exited
      expect(end.cause).toBe('rowsUsedUp')
      expect(causeText(end.detail, 'en')).toContain('no rows left for parameter card of component “shop”')
      expect(target.requests).toBe(5)
      const errors = worker.batches.flatMap(batch => batch.errors)
      expect(new Set(errors.map(({ code, label }) => `${label} ${code}`))).toEqual(new Set(['-1 rowsUsedUp']))
      expect(errors.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
    },
  )

  test('follows a load set by hand and gives it back to the model', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`), { ...pause, durationMs: 60_000 }] },
      endless,
    )
    await worker.run(plan)
    await target.reached(5)
    worker.send({ kind: 'changeLoad', load: 9 })
    await target.reached(9)
    worker.send({ kind: 'changeLoad', load: 2 })
    await worker.until('flushed', ({ seq }) => worker.batches[seq - 1]?.users === 2)
    worker.send({ kind: 'changeLoad', load: null })
    await target.reached(12)
    worker.send({ kind: 'stop', force: false })
    await worker.until('ended')
    expect(target.requests).toBe(12)
  })

  test('two workers with half the line each do the work of one, to the iteration', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/\${threadId()}`)] },
      { kind: 'constant', users: 7, rampUpSeconds: 1, durationSeconds: 0, loops: 3 },
    )
    const paths = new Set<string | undefined>()
    target.answer = (request, response) => {
      paths.add(request.url)
      response.end()
    }
    const other = new WorkerProcess(harness.folder, 'w2')
    await Promise.all([worker.run(plan, { from01: 0, to01: 0.5 }), other.run(plan, { from01: 0.5, to01: 1 })])
    await Promise.all([worker.until('ended'), other.until('ended')])
    expect(target.requests).toBe(21)
    expect([...paths].toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      '/1',
      '/2',
      '/3',
      '/4',
      '/5',
      '/6',
      '/7',
    ])
    expect(counted(worker.batches) + counted(other.batches)).toBe(21)
    await other.exited
  })

  test('starts arrivals at the rate asked for', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 200, rampUpSeconds: 0, durationSeconds: 2 },
      { drive: 'arrivals', maxUsers: 50 },
    )
    await worker.run(plan)
    await worker.until('ended')
    const { batches } = worker
    const dropped = batches.reduce((all, batch) => all + batch.droppedStarts, 0)
    expect(target.requests + dropped).toBe(400)
    expect(counted(batches, 1)).toBe(target.requests)
  })

  test('keeps figures of the iterations of arrivals apart from those of their requests', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 50, rampUpSeconds: 0, durationSeconds: 600 },
      { drive: 'arrivals', maxUsers: 50 },
    )
    expect(plan.labels).toMatchObject([
      { index: 0, name: 'shop', kind: 'iteration' },
      { index: 1, name: 'get', kind: 'request' },
    ])
    await worker.run(plan)
    await worker.until('flushed', () => counted(worker.batches, 0) > 0)
    worker.send({ kind: 'stop', force: false })
    await worker.until('ended')
    const { batches } = worker
    expect(counted(batches, 1)).toBe(target.requests)
    expect(counted(batches, 0)).toBeLessThanOrEqual(target.requests)
    expect(sum(batches, counters => counters.sentBytes, 0)).toBe(0)
    expect(
      batches
        .flatMap(batch => batch.labels)
        .every(({ label, phases }) => (label === 1) === (phases !== null)),
    ).toBe(true)
  })

  test('follows a rate of arrivals set by hand and gives it back to the model', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 1, rampUpSeconds: 600, durationSeconds: 600 },
      { drive: 'arrivals', maxUsers: 50 },
    )
    await worker.run(plan)
    worker.send({ kind: 'changeLoad', load: 200 })
    await target.reached(100)
    worker.send({ kind: 'changeLoad', load: 0 })
    await worker.until('flushed', ({ seq }) => worker.batches[seq - 1]?.targetUsers === 0)
    const before = target.requests
    worker.send({ kind: 'changeLoad', load: null })
    worker.send({ kind: 'stop', force: false })
    await worker.until('ended')
    expect(target.requests - before).toBeLessThan(5)
    expect(counted(worker.batches, 1)).toBe(target.requests)
  })

  test('drops arrivals that find no free user', async () => {
    target.answer = () => undefined
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 100, rampUpSeconds: 0, durationSeconds: 60 },
      { drive: 'arrivals', maxUsers: 3 },
    )
    await worker.run(plan)
    await worker.until('flushed')
    worker.send({ kind: 'stop', force: true })
    await worker.until('ended')
    expect(target.requests).toBe(3)
    expect(worker.batches[0]?.droppedStarts).toBeGreaterThan(50)
    expect(worker.batches[0]?.users).toBe(3)
  })

  test('lets all users of a concurrency round begin together, as many rounds as asked for', async () => {
    let inRound: ServerResponse[] = []
    const sizes: number[] = []
    target.answer = (_request, response) => {
      inRound.push(response)
      if (inRound.length < 4) return
      sizes.push(inRound.length)
      for (const waiting of inRound) waiting.end()
      inRound = []
    }
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'concurrency', users: 4, rounds: 3, durationSeconds: 0 },
    )
    await worker.run(plan)
    await worker.until('ended')
    expect(sizes).toEqual([4, 4, 4])
    expect(counted(worker.batches)).toBe(12)
  })

  test('counts a transaction without its think time, failed when something in it failed', async () => {
    target.answer = (request, response) => {
      response.statusCode = request.url === '/bad' ? 503 : 200
      response.end('{"id":7}')
    }
    const plan = planOf(
      {
        steps: [
          {
            id: 't1',
            name: 'buy',
            enabled: true,
            kind: 'transaction',
            children: [requestStep(`${target.url}/good`), { ...pause, durationMs: 1_000 }],
          },
          {
            id: 't2',
            name: 'fail',
            enabled: true,
            kind: 'transaction',
            children: [requestStep(`${target.url}/bad`, { id: 'r2', name: 'bad' })],
          },
          {
            id: 't3',
            name: 'script',
            enabled: true,
            kind: 'transaction',
            children: [
              { id: 's1', name: 'boom', enabled: true, kind: 'script', code: 'fail("nope")', timeoutMs: 100 },
            ],
          },
        ],
      },
      { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 0, loops: 2 },
    )
    expect(plan.labels.map(label => label.name)).toEqual(['buy', 'get', 'fail', 'bad', 'script'])
    const begunAt = performance.now()
    await worker.run(plan)
    await worker.until('ended')
    const tookMs = performance.now() - begunAt
    const { batches } = worker
    expect([0, 1, 2, 3, 4].map(label => sum(batches, counters => counters.passed, label))).toEqual([
      2, 2, 0, 0, 0,
    ])
    expect([0, 1, 2, 3, 4].map(label => sum(batches, counters => counters.failed, label))).toEqual([
      0, 0, 2, 2, 2,
    ])
    // The run holds both of its transactions, and apart from them two think times of a second.
    const transactionsMs = sum(batches, counters => counters.sumUs, 0) / 1_000
    expect(tookMs - transactionsMs).toBeGreaterThanOrEqual(2_000)
    const errors = batches.flatMap(batch => batch.errors)
    expect(errors).toContainEqual(expect.objectContaining({ label: 3, code: 'HTTP 503' }))
    expect(errors).toContainEqual(
      expect.objectContaining({
        label: 4,
        code: 'script',
        message: toldCause('scriptFailedAt', { script: 'boom', reason: 'Error: nope', line: 1 }),
      }),
    )
    const sample = errors.find(error => error.code === 'HTTP 503')?.sample
    expect(sample).toMatchObject({ label: 'bad', status: 503, responseBody: '{"id":7}', method: 'GET' })
    expect(batches.flatMap(batch => batch.log).some(line => line.message.includes('HTTP 503'))).toBe(true)
  })

  test('ends the test when a checkpoint says so', async () => {
    const checkpoint = {
      id: 'k',
      source: 'jsonPath',
      expression: '$.id',
      operator: 'equals',
      expected: '8',
      onFailure: 'stopTest',
    } as const
    await worker.run(
      planOf({ steps: [requestStep(`${target.url}/a`, { checkpoints: [checkpoint] })] }, endless),
    )
    expect((await worker.until('ended')).cause).toBe('stopTest')
    const error = worker.batches.flatMap(batch => batch.errors)[0]
    expect(error?.code).toBe('checkpoint')
    expect(causeText(error?.message ?? '', 'en')).toBe('JSONPath $.id equals 8')
    expect(error?.sample?.checkpoints).toEqual([
      { id: 'k', summary: error?.message, passed: false, actual: '7' },
    ])
  })

  test('says why a plan cannot run', async () => {
    const plan = planOf(
      { steps: [{ id: 's', name: '', enabled: true, kind: 'script', code: 'const = 1', timeoutMs: 100 }] },
      endless,
    )
    expect(await worker.prepare(plan)).toContain('=')
    await worker.exited
  })

  test('joins a run that has been going for a while at its present second', async () => {
    const plan = planOf({ steps: [requestStep(`${target.url}/a`)] }, {
      ...endless,
      rampUpSeconds: 10,
    } as LoadModel)
    expect(await worker.prepare(plan)).toBeNull()
    worker.send({ kind: 'start', startAt: Date.now() - 100_000 })
    await target.reached(5)
    worker.send({ kind: 'stop', force: false })
    await worker.until('ended')
    expect(worker.batches[0]?.second).toBeGreaterThanOrEqual(100)
  })
})
