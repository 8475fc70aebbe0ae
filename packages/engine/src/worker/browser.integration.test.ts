import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readJournal } from '../spool/journal.ts'
import {
  type CountingTarget,
  counted,
  planOf,
  requestStep,
  sum,
  WorkerBench,
  type WorkerProcess,
} from './worker-bench.ts'

let bench: WorkerBench
let target: CountingTarget
let worker: WorkerProcess
beforeEach(async () => {
  bench = await WorkerBench.open()
  ;({ target, worker } = bench)
  target.answer = (request, response) => {
    const isPage = request.url === '/'
    response.setHeader('Content-Type', isPage ? 'text/html' : 'image/png')
    if (!isPage) response.setHeader('Cache-Control', 'max-age=600')
    response.end(isPage ? '<img src=a.png><img src=b.png><img src=c.png>' : 'x')
  }
})
afterEach(() => bench.close())

const model = { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 0, loops: 25 } as const

/** Runs to the end; what the target saw must be what was journalled and what has an outcome. */
async function run(settings: object, reuseThreads = true): Promise<void> {
  const document = { threadGroup: { reuseThreads }, settings, steps: [requestStep(`${target.url}/`)] }
  await worker.run(planOf(document, model))
  await worker.until('ended')
  await worker.exited
  const last = worker.batches.at(-1)
  expect(last).toMatchObject({ sent: target.requests, completed: target.requests, end: { lost: 0 } })
  expect(readJournal(worker.journalPath).sent).toBe(target.requests)
  expect(counted(worker.batches)).toBe(100)
  expect(sum(worker.batches, counters => counters.failed)).toBe(0)
}

describe('users that behave like browsers', () => {
  test('fetch what pages embed, all of it accounted for', async () => {
    await run({ embeddedResources: true })
    expect(target.requests).toBe(400)
  })

  test('fetch only once what stays fresh in their cache', async () => {
    await run({ embeddedResources: true, cache: true })
    expect(target.requests).toBe(4 * 3 + 100)
  })

  test('forget their cache with every iteration when told so, or when each is a new person', async () => {
    await run({ embeddedResources: true, cache: true, clearCacheEachIteration: true })
    expect(target.requests).toBe(400)
  })

  test('begin with an empty cache when each iteration is a new person', async () => {
    await run({ embeddedResources: true, cache: true }, false)
    expect(target.requests).toBe(400)
  })
})
