/** A load machine with a full disk: the counted requests are those that the target received, with real processes on a real small file system. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Share } from '@pone/contract/link/plan.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHarness, type LinkHarness } from './agent-harness.ts'
import { until } from './harness-ledger.ts'
import { constantLoad, planOf } from './harness-target.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk-harness.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const whole: Share = { from01: 0, to01: 1 }
let harness: LinkHarness
let disk: SmallDisk
beforeAll(async () => {
  harness = await createHarness()
  disk = await mountSmallDisk(64)
})
afterAll(async () => {
  await harness.close()
  await disk.close()
})

const batchesOf = (runId: string) => [...harness.ledger.batches.values()].filter(each => each.runId === runId)
const receivedBy = (count: number) =>
  until(harness.target.changes, `${count} requests`, () => harness.target.received() >= count)

/** Runs a load, with the disk full from the second second on; returns the run. */
async function drive(agentId: string): Promise<string> {
  const plan = planOf(harness.target.url, constantLoad(10, 600))
  const { runId } = plan
  harness.link().send(agentId, { kind: 'prepareRun', id: randomUUID(), plan, share: whole })
  await until(harness.ledger.changes, 'the run is prepared', () => harness.ledger.prepared.has(runId))
  expect(harness.ledger.prepared.get(runId)).toBeNull()
  harness.link().send(agentId, { kind: 'startRun', id: randomUUID(), runId, startAt: Date.now() })
  await until(harness.ledger.changes, 'two batches', () => batchesOf(runId).length >= 2)
  disk.fill()
  const { length } = batchesOf(runId)
  await until(harness.ledger.changes, 'three more batches', () => batchesOf(runId).length >= length + 3)
  return runId
}
const ended = async (runId: string) => {
  await until(harness.ledger.changes, 'the run has ended', () => harness.ledger.ended.has(runId))
  return harness.ledger.ended.get(runId)
}

test('what is sent while the disk is full is counted to the request, with every batch once', async () => {
  const agent = await harness.startAgent({ data: join(disk.folder, 'agent'), workers: 2 })
  const agentId = String((await agent.event('connected'))['agentId'])
  const before = harness.target.received()
  const runId = await drive(agentId)
  await receivedBy(harness.target.received() + 500)
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId, force: false })
  const end = await ended(runId)
  expect([...harness.ledger.lost.values()].map(({ detail }) => detail)).toEqual([])
  expect(end?.cause).toBe('stopped')
  for (const { workerId, lastSeq } of end?.workers ?? []) {
    const numbers = batchesOf(runId).flatMap(each => (each.workerId === workerId ? [each.seq] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1))
  }
  expect(harness.ledger.counted() + harness.ledger.lostRequests()).toBe(harness.target.received() - before)
  expect(harness.ledger.lostRequests()).toBe(0)
  const notes = batchesOf(runId).flatMap(each => each.log.map(line => line.message))
  expect(notes).toContainEqual(expect.stringContaining('diskFull'))
  disk.empty()
  harness.link().send(agentId, { kind: 'forgetRun', runId })

  // A worker that is killed on the full disk loses only its outstanding requests.
  const counted = harness.ledger.counted()
  const received = harness.target.received()
  const second = await drive(agentId)
  const folder = join(agent.data, 'spool', second)
  const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.worker.json'))
  const worker = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { process: { pid: number } }
  const { waiting } = harness.target.hold()
  await until(harness.target.changes, 'all users wait for an answer', () => waiting() >= 10)
  process.kill(worker.process.pid, 'SIGKILL')
  await until(harness.ledger.changes, 'the loss is told', () => harness.ledger.lost.size > 0)
  harness.link().send(agentId, { kind: 'stopRun', id: randomUUID(), runId: second, force: false })
  await ended(second)
  const lost = harness.ledger.lostRequests()
  expect(lost).toBeGreaterThan(0)
  expect(harness.ledger.counted() - counted + lost).toBe(harness.target.received() - received)
})
