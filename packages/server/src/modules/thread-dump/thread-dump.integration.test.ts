/** Thread dumps that a real agent takes of a real JVM: single, in series, and what stays of each end. */
import { gunzipSync } from 'node:zlib'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { storedThreadsSchema, type ThreadDump, threadDumpOf } from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestJvm } from '../../test-jvm.ts'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'

const patience = { timeout: 40_000, interval: 100 }
/** Three threads that wait for ever, and one that computes. */
const source = `public class QueuedShop {
  static volatile long sum;
  static void serve() { try { new java.util.concurrent.CountDownLatch(1).await(); } catch (InterruptedException e) { } }
  public static void main(String[] x) throws Exception {
    for (int i = 1; i <= 3; i++) {
      Thread clerk = new Thread(QueuedShop::serve, "clerk-" + i);
      clerk.start();
      while (clerk.getState() != Thread.State.WAITING) Thread.sleep(1);
    }
    new java.io.File(x[0]).createNewFile();
    while (true) sum++;
  }
}
`
let harness: MonitorHarness
let agent: MonitorAgentProcess
let shop: TestJvm
let monitorId = ''

beforeAll(async () => {
  shop = await TestJvm.start('QueuedShop', source)
  harness = await createMonitorHarness()
  agent = await harness.startAgent('machine')
  monitorId = await monitorOf(shop.folder, 'shop')
}, 120_000)
afterAll(async () => {
  await shop.end()
  await harness.close()
  await shop.remove()
})

async function monitorOf(process: string, name: string): Promise<string> {
  const { as, projectId } = harness
  const input = { projectId, name, type: 'jvm', params: { process }, agentId: agent.id }
  return (await harness.server().call(calls.monitor.create, input, as)).id
}
const take = (given: Partial<ClientInputOf<typeof calls.threadDump.create>> = {}) =>
  harness
    .server()
    .call(calls.threadDump.create, { projectId: harness.projectId, monitorId, ...given }, harness.as)
const found = (id: string): Promise<ThreadSeries> =>
  harness.server().call(calls.threadDump.get, { projectId: harness.projectId, id }, harness.as)
async function ended(id: string): Promise<ThreadSeries> {
  await expect.poll(async () => (await found(id)).state, patience).not.toBe('running')
  return found(id)
}
/** Once it has so many dumps. */
const taken = (id: string, count: number) =>
  expect.poll(async () => (await found(id)).taken.length, patience).toBeGreaterThanOrEqual(count)
async function dumpOf(id: string, number: number): Promise<ThreadDump> {
  const answer = await harness.server().app.inject({
    method: 'POST',
    url: apiBase + calls.threadDump.data.path,
    headers: { token: harness.as.token },
    payload: { projectId: harness.projectId, id, number },
  })
  const dump = threadDumpOf(storedThreadsSchema.parse(JSON.parse(String(gunzipSync(answer.rawPayload)))))
  if (dump === null) throw new Error('the dump contradicts itself')
  return dump
}
const cpuOf = ({ threads }: ThreadDump, name: string) =>
  threads.find(thread => thread.name === name)?.cpuMs ?? Number.NaN

it('are taken at an interval, with the same threads and the processor time between', async () => {
  const { id } = await take({ dumps: 3, seconds: 1 })
  const series = await ended(id)
  expect(series).toMatchObject({
    state: 'complete',
    cause: '',
    monitorName: 'shop',
    machine: 'machine',
    jvm: { process: 'QueuedShop', pid: shop.pid, runtime: expect.stringMatching(/^JDK /) },
    createdBy: 'manager',
  })
  expect(series.taken.map(({ number }) => number)).toEqual([1, 2, 3])
  const [first, second] = series.taken
  expect(second?.at ?? 0).toBeGreaterThanOrEqual(first?.at ?? 0)
  const [before, after] = [await dumpOf(id, 1), await dumpOf(id, 3)]
  const clerks = ({ threads }: ThreadDump) => threads.filter(({ pool }) => pool === 'clerk-*')
  expect(clerks(before).map(({ state, stack }) => [state, stack.frames.at(-2)])).toEqual(
    Array.from({ length: 3 }, () => ['WAITING', expect.stringContaining('QueuedShop')]),
  )
  const placesOf = (dump: ThreadDump) => clerks(dump).map(({ number, stack }) => [number, stack.key])
  expect(placesOf(before)).toEqual(placesOf(after))
  expect(cpuOf(before, 'main')).toBeGreaterThan(0)
  expect(cpuOf(after, 'main')).toBeGreaterThanOrEqual(cpuOf(before, 'main'))
  expect(first?.counts.WAITING).toBeGreaterThanOrEqual(3)
  expect(first?.omitted).toBe(0)
  const list = await harness
    .server()
    .call(calls.threadDump.list, { projectId: harness.projectId, monitorId }, harness.as)
  expect(list.map(each => each.id)).toContain(id)
}, 60_000)

it('that are cancelled keep what was taken, and others of the monitor are refused until then', async () => {
  const { id } = await take({ dumps: 10, seconds: 300 })
  await taken(id, 1)
  await expect(take()).rejects.toThrow('ThreadDumpsBusy')
  const { projectId, as } = harness
  const cancelled = await harness.server().call(calls.threadDump.cancel, { projectId, id }, as)
  expect(cancelled).toMatchObject({ state: 'cancelled', cause: '' })
  expect(cancelled.taken).toHaveLength(1)
  expect(await ended((await take()).id)).toMatchObject({ state: 'complete', dumps: 1 })
}, 60_000)

it('of a JVM that ends meanwhile keep what was taken, and tell the cause', async () => {
  const { id } = await take({ dumps: 10, seconds: 300 })
  await taken(id, 1)
  await shop.end()
  const series = await ended(id)
  expect(series.state).toBe('failed')
  expect(causeText(series.cause, 'en')).toMatch(/^the JVM ended; the dumps before that are stored/)
  expect(series.taken).toHaveLength(1)
  await shop.start()
}, 60_000)

it('of a process that is not there fail with the cause', async () => {
  const missing = await ended((await take({ monitorId: await monitorOf('NoSuchMain', 'missing') })).id)
  expect(missing).toMatchObject({ state: 'failed', jvm: null, taken: [] })
  expect(causeText(missing.cause, 'en')).toMatch(/^no JVM on the machine fits/)
}, 60_000)

it('whose agent is killed fail when their time is over, and keep what was taken', async () => {
  const { id } = await take({ dumps: 10, seconds: 300 })
  await taken(id, 1)
  await agent.kill()
  await sql`update thread_series set until_at = 0 where id = ${id}::uuid`.execute(harness.database.database)
  const series = await ended(id)
  expect(causeText(series.cause, 'en')).toMatch(/^the agent sent no result/)
  expect(series.taken).toHaveLength(1)
  await agent.restart()
}, 60_000)

it('are gone when they are deleted', async () => {
  const { projectId, as } = harness
  const { id } = await take()
  await ended(id)
  await harness.server().call(calls.threadDump.delete, { projectId, ids: [id] }, as)
  expect((await harness.server().fail(calls.threadDump.get, { projectId, id }, as)).code).toBe('NotFound')
  const dumps = sql`select from thread_dumps where series_id = ${id}::uuid`
  expect((await dumps.execute(harness.database.database)).rows).toEqual([])
}, 60_000)

it('that are older than the project keeps them are gone, except those that are always kept', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const old = (await ended((await take()).id)).id
  const kept = (await ended((await take()).id)).id
  await sql`update thread_series set began_at = 0 where id in (${old}::uuid, ${kept}::uuid)`.execute(
    harness.database.database,
  )
  expect(await server.call(calls.threadDump.keep, { projectId, id: kept, isKept: true }, as)).toMatchObject({
    isKept: true,
    expiresAt: null,
  })
  const asked = await server.call(calls.profile.retention, { projectId }, as)
  expect(asked).toEqual({ days: 90, expired: { profiles: 0, threadDumps: 1 } })
  await server.call(calls.profile.saveRetention, { projectId, days: 0 }, as)
  await server.services.deleteExpiredThreadDumps()
  expect((await found(old)).expiresAt).toBeNull()
  await server.call(calls.profile.saveRetention, { projectId, days: 1 }, as)
  await server.services.deleteExpiredThreadDumps()
  expect((await server.fail(calls.threadDump.get, { projectId, id: old }, as)).code).toBe('NotFound')
  expect((await found(kept)).taken).toHaveLength(1)
  const { rows } = await sql`
    select project_id, after from operation_records where action = 'threadDump.expire'`.execute(
    harness.database.database,
  )
  expect(rows).toEqual([{ project_id: projectId, after: { deleted: 1 } }])
}, 60_000)

it('are refused of what is no JVM and for too long, and do not exist for another project', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const host = await server.call(
    calls.monitor.create,
    { projectId, name: 'host', type: 'host', agentId: agent.id },
    as,
  )
  await expect(take({ monitorId: host.id })).rejects.toThrow('ThreadDumpsNeedJvm')
  await expect(take({ dumps: 60, seconds: 600 })).rejects.toThrow('ThreadDumpsLong')
  const { id } = await take()
  await ended(id)
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, as)
  await expect(take({ projectId: other.id })).rejects.toThrow('NotFound')
  const theirs = { projectId: other.id, id }
  for (const call of [calls.threadDump.get, calls.threadDump.cancel] as const)
    expect((await server.fail(call, theirs, as)).code).toBe('NotFound')
  const keeping = await server.fail(calls.threadDump.keep, { ...theirs, isKept: true }, as)
  expect(keeping.code).toBe('NotFound')
  const removed = await server.fail(calls.threadDump.delete, { projectId: other.id, ids: [id] }, as)
  expect(removed.code).toBe('NotFound')
  expect((await server.fail(calls.threadDump.data, { ...theirs, number: 1 }, as)).code).toBe('NotFound')
  expect(await server.call(calls.threadDump.list, { projectId: other.id }, as)).toEqual([])
}, 60_000)
