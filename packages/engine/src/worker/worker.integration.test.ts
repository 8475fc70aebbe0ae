import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentDocumentSchema, type Step } from '@pone/contract/entities/component.ts'
import { type LoadModel, loadModelSchema } from '@pone/contract/entities/scenario.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunPlan } from '@pone/contract/link/messages.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { labelsOf } from '../plan/labels.ts'
import { appendCrashBatch } from '../spool/crash-batch.ts'
import { readJournal } from '../spool/journal.ts'
import { readBatches } from '../spool/spool.ts'
import { type WorkerCommand, type WorkerReport, workerEntry } from './protocol.ts'

/** A target that counts the requests it gets; `answer` can be changed. */
class CountingTarget {
  requests = 0
  runIds = new Set<string | undefined>()
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end('{"id":7}')
  readonly server: Server = createServer((request, response) => {
    this.requests++
    this.runIds.add(request.headers['x-pone-run']?.toString())
    this.#onRequest?.()
    this.answer(request, response)
  })
  #onRequest: (() => void) | null = null

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  /** Resolves when that many requests have come. */
  reached(count: number): Promise<void> {
    return new Promise(resolve => {
      this.#onRequest = () => {
        if (this.requests >= count) resolve()
      }
      this.#onRequest()
    })
  }
  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    if (this.server.listening) await once(this.server, 'close')
  }
}

/** A worker process, as the agent drives it. */
class WorkerProcess {
  readonly spoolPath: string
  readonly journalPath: string
  readonly child: ChildProcess
  readonly #reports: WorkerReport[] = []
  readonly exited: Promise<unknown>
  #onReport: (() => void) | null = null

  constructor(folder: string, name = 'w1') {
    this.spoolPath = join(folder, `${name}.spool`)
    this.journalPath = join(folder, `${name}.journal`)
    this.child = fork(workerEntry, { serialization: 'advanced' })
    this.exited = once(this.child, 'exit')
    this.child.on('message', message => {
      this.#reports.push(message as WorkerReport)
      this.#onReport?.()
    })
  }
  send(command: WorkerCommand): void {
    this.child.send(command)
  }
  async until<K extends WorkerReport['kind']>(
    kind: K,
    fits: (report: Extract<WorkerReport, { kind: K }>) => boolean = () => true,
  ): Promise<Extract<WorkerReport, { kind: K }>> {
    for (;;) {
      const found = this.#reports.find(
        (report): report is Extract<WorkerReport, { kind: K }> =>
          report.kind === kind && fits(report as Extract<WorkerReport, { kind: K }>),
      )
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        this.#onReport = resolve
      })
    }
  }
  async prepare(plan: RunPlan, share = { from01: 0, to01: 1 }): Promise<string | null> {
    const { spoolPath, journalPath } = this
    this.send({ kind: 'prepare', plan, share, workerId: 'a/1.x', spoolPath, journalPath, filePaths: {} })
    return (await this.until('prepared')).error
  }
  async run(plan: RunPlan, share = { from01: 0, to01: 1 }): Promise<void> {
    expect(await this.prepare(plan, share)).toBeNull()
    this.send({ kind: 'start', startAt: Date.now() })
  }
  get batches(): Batch[] {
    return readBatches(this.spoolPath)
  }
}

const requestStep = (url: string, changes: Partial<Extract<Step, { kind: 'request' }>> = {}): Step => ({
  id: 'r1',
  name: 'get',
  enabled: true,
  kind: 'request',
  protocol: 'http',
  http: {
    method: 'GET',
    url,
    query: [],
    headers: [],
    body: { kind: 'none' },
    expectedStatuses: '',
    followRedirects: true,
    responseTimeoutMs: 0,
  },
  checkpoints: [],
  extractors: [],
  ...changes,
})

function planOf(
  document: z.input<typeof componentDocumentSchema>,
  model: z.input<typeof loadModelSchema>,
  changes: Partial<RunPlan> = {},
): RunPlan {
  const components = [
    { id: 'c1', name: 'shop', percentage: 100, document: componentDocumentSchema.parse(document) },
  ]
  return {
    runId: 'run-1',
    components,
    labels: labelsOf(components),
    drive: 'users',
    maxUsers: 100,
    loadModel: loadModelSchema.parse(model),
    files: [],
    ...changes,
  }
}

const sum = (batches: readonly Batch[], pick: (counters: Batch['labels'][number]) => number, label = 0) =>
  batches
    .flatMap(batch => batch.labels)
    .filter(counters => counters.label === label)
    .reduce((all, counters) => all + pick(counters), 0)
const counted = (batches: readonly Batch[], label = 0) =>
  sum(batches, counters => counters.passed + counters.failed, label)

let folder: string
let target: CountingTarget
let worker: WorkerProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pone-worker-'))
  target = new CountingTarget()
  await target.listen()
  worker = new WorkerProcess(folder)
})
afterEach(async () => {
  if (worker.child.exitCode === null && worker.child.signalCode === null) {
    worker.child.kill('SIGKILL')
    await worker.exited
  }
  await target.close()
  rmSync(folder, { recursive: true })
})

const endless: z.input<typeof loadModelSchema> = {
  kind: 'constant',
  users: 5,
  rampUpSeconds: 0,
  durationSeconds: 600,
}

describe('a load worker', () => {
  test('counts exactly the requests that the target got, over loops that end by themselves', async () => {
    const plan = planOf(
      { steps: [requestStep(`${target.url}/a`)] },
      { kind: 'constant', users: 10, rampUpSeconds: 0, durationSeconds: 0, loops: 50 },
    )
    await worker.run(plan)
    expect(await worker.until('ended')).toEqual({ kind: 'ended', cause: 'planned', detail: '' })
    await worker.exited
    const { batches } = worker
    expect(target.requests).toBe(500)
    expect(target.runIds).toEqual(new Set(['run-1']))
    expect(counted(batches)).toBe(500)
    expect(sum(batches, counters => counters.failed)).toBe(0)
    expect(batches.map(batch => batch.seq)).toEqual(batches.map((_, index) => index + 1))
    expect(batches.reduce((all, batch) => all + batch.iterations, 0)).toBe(500)
    expect(batches.at(-1)).toMatchObject({ sent: 500, completed: 500, end: { cause: 'planned', lost: 0 } })
    expect(readJournal(worker.journalPath).sent).toBe(500)
  })

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

  test('lets requests under way finish after a stop', async () => {
    const held: ServerResponse[] = []
    target.answer = (_request, response) => void held.push(response)
    await worker.run(planOf({ steps: [requestStep(`${target.url}/a`)] }, endless))
    await target.reached(5)
    worker.send({ kind: 'stop', force: false })
    await worker.until('flushed')
    for (const response of held) response.end('late')
    expect((await worker.until('ended')).cause).toBe('stopped')
    expect(target.requests).toBe(5)
    expect(sum(worker.batches, counters => counters.passed)).toBe(5)
    expect(worker.batches.at(-1)?.end?.lost).toBe(0)
  })

  test('counts what a forced stop cuts as failed', async () => {
    target.answer = () => undefined
    await worker.run(planOf({ steps: [requestStep(`${target.url}/a`)] }, endless))
    await target.reached(5)
    worker.send({ kind: 'stop', force: true })
    await worker.until('ended')
    const { batches } = worker
    expect(sum(batches, counters => counters.failed)).toBe(5)
    expect(batches.flatMap(batch => batch.errors)).toMatchObject([{ label: 0, code: 'aborted', count: 5 }])
    expect(batches.at(-1)).toMatchObject({ sent: 5, completed: 5, end: { lost: 0 } })
  })

  test('killed without warning, leaves what tells how many requests are lost', async () => {
    await worker.run(planOf({ steps: [requestStep(`${target.url}/a`)] }, endless))
    await worker.until('flushed', report => report.seq >= 2)
    worker.child.kill('SIGKILL')
    await worker.exited
    const crashed = {
      runId: 'run-1',
      workerId: 'a/1.x',
      spoolPath: worker.spoolPath,
      journalPath: worker.journalPath,
      at: Date.now(),
      detail: 'killed by SIGKILL',
    }
    const final = appendCrashBatch(crashed)
    await target.close()
    const { batches } = worker
    expect(batches.at(-1)).toEqual(final)
    expect(counted(batches)).toBe(batches.at(-2)?.completed)
    expect(target.requests).toBeGreaterThanOrEqual(batches.at(-2)?.completed ?? 0)
    expect(target.requests).toBeLessThanOrEqual(final?.sent ?? 0)
    expect(counted(batches) + (final?.end?.lost ?? 0)).toBe(final?.sent)
    expect((final?.sent ?? 0) - target.requests).toBeLessThanOrEqual(5)
    expect(appendCrashBatch(crashed)).toBeNull()
  })

  test('stops when the agent is gone, and says so in its last batch', async () => {
    await worker.run(planOf({ steps: [requestStep(`${target.url}/a`)] }, endless))
    await target.reached(10)
    worker.child.disconnect()
    await worker.exited
    const { batches } = worker
    expect(batches.at(-1)?.end).toMatchObject({ cause: 'agentLost', lost: 0 })
    expect(counted(batches)).toBe(target.requests)
  })

  test('goes on counting failures when the target goes down', async () => {
    await worker.run(
      planOf({ steps: [requestStep(`${target.url}/a`), { ...pause, durationMs: 20 }] }, endless),
    )
    await target.reached(20)
    await target.close()
    await worker.until('flushed', report => report.seq >= 2)
    worker.send({ kind: 'stop', force: false })
    await worker.until('ended')
    const { batches } = worker
    const codes = new Set(batches.flatMap(batch => batch.errors).map(error => error.code))
    expect(codes).toContain('ECONNREFUSED')
    expect(sum(batches, counters => counters.passed)).toBeLessThanOrEqual(target.requests)
    expect(batches.at(-1)?.sent).toBe(batches.at(-1)?.completed)
  })

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
    const other = new WorkerProcess(folder, 'w2')
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
    expect(counted(batches)).toBe(target.requests)
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
            children: [requestStep(`${target.url}/good`), { ...pause, durationMs: 300 }],
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
    await worker.run(plan)
    await worker.until('ended')
    const { batches } = worker
    expect([0, 1, 2, 3, 4].map(label => sum(batches, counters => counters.passed, label))).toEqual([
      2, 2, 0, 0, 0,
    ])
    expect([0, 1, 2, 3, 4].map(label => sum(batches, counters => counters.failed, label))).toEqual([
      0, 0, 2, 2, 2,
    ])
    expect(sum(batches, counters => counters.sumUs, 0)).toBeLessThan(600_000)
    const errors = batches.flatMap(batch => batch.errors)
    expect(errors).toContainEqual(expect.objectContaining({ label: 3, code: 'HTTP 503' }))
    expect(errors).toContainEqual(
      expect.objectContaining({ label: 4, code: 'script', message: 'boom: Error: nope (line 1)' }),
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
    expect(error).toMatchObject({ code: 'checkpoint', message: 'jsonPath $.id equals 8' })
    expect(error?.sample?.checkpoints).toEqual([
      { id: 'k', summary: 'jsonPath $.id equals 8', passed: false, actual: '7' },
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

const pause = {
  id: 'p1',
  name: '',
  enabled: true,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs: 10,
  spreadMs: 0,
} as const
