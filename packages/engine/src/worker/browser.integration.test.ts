import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readJournal } from '../spool/journal.ts'
import {
  type CountingTarget,
  counted,
  planOf,
  requestStep,
  sum,
  WorkerHarness,
  type WorkerProcess,
} from './worker-harness.ts'

let harness: WorkerHarness
let target: CountingTarget
let worker: WorkerProcess
beforeEach(async () => {
  harness = await WorkerHarness.open()
  ;({ target, worker } = harness)
  target.answer = (request, response) => {
    const isPage = request.url === '/'
    response.setHeader('Content-Type', isPage ? 'text/html' : 'image/png')
    if (!isPage) response.setHeader('Cache-Control', 'max-age=600')
    response.end(isPage ? '<img src=a.png><img src=b.png><img src=c.png>' : 'x')
  }
})
afterEach(() => harness.close())

const model = { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 0, loops: 10 } as const

/** Runs to the end; the target's count must equal the journal and the number of outcomes. */
async function run(settings: object): Promise<void> {
  const document = { settings, steps: [requestStep(`${target.url}/`)] }
  await worker.run(planOf(document, model))
  await worker.until('ended')
  await worker.exited
  const last = worker.batches.at(-1)
  expect(last).toMatchObject({ sent: target.requests, completed: target.requests, end: { lost: 0 } })
  expect(readJournal(worker.journalPath).sent).toBe(target.requests)
  expect(counted(worker.batches)).toBe(20)
  expect(sum(worker.batches, counters => counters.failed)).toBe(0)
}

describe('users that behave like browsers', () => {
  test('fetch only once what stays fresh in their cache', async () => {
    await run({ embeddedResources: true, cache: true })
    expect(target.requests).toBe(2 * 3 + 20)
  })

  test('forget their cache with every iteration when configured so', async () => {
    await run({ embeddedResources: true, cache: true, clearCacheEachIteration: true })
    expect(target.requests).toBe(80)
  })

  test('send over HTTP/2 with the same accounts', async () => {
    const server = createServer()
    let requests = 0
    let connections = 0
    server.on('session', () => connections++)
    server.on('stream', (stream, headers) => {
      requests++
      const isPage = headers[':path'] === '/'
      stream.respond({ ':status': 200, 'content-type': isPage ? 'text/html' : 'image/png' })
      stream.end(isPage ? '<img src=a.png><img src=b.png>' : 'x')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const settings = { httpVersion: '2', embeddedResources: true } as const
    await worker.run(planOf({ settings, steps: [requestStep(url)] }, model))
    await worker.until('ended')
    await worker.exited
    server.close()
    expect(requests).toBe(60)
    expect(counted(worker.batches)).toBe(20)
    expect(sum(worker.batches, counters => counters.failed)).toBe(0)
    expect(worker.batches.at(-1)).toMatchObject({ sent: 60, completed: 60, end: { lost: 0 } })
    expect(readJournal(worker.journalPath).sent).toBe(60)
    expect(connections).toBe(2)
  })
})
