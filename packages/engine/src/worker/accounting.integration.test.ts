import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendCrashBatch } from '../spool/crash-batch.ts'
import { readJournal } from '../spool/journal.ts'
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

describe('a load worker accounts for every request and', () => {
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

  test('killed without warning, leaves the number of lost requests', async () => {
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
    const final = appendCrashBatch(crashed)?.batch
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
})
