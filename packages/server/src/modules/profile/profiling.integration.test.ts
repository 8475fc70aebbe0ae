/** Flame diagrams that a real agent takes of a real JVM: what comes of each end, and what stays on the target. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Profiling } from '@pone/contract/entities/profiling.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { readProfile } from '@pone/profiles/model/stored-form.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestJvm } from '../../test-jvm.ts'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createProfileTriggerRepository } from './profile-trigger.repository.ts'

const run = promisify(execFile)
const patience = { timeout: 40_000, interval: 100 }
const source = `public class PricedShop {
  static volatile long sum;
  static volatile Object kept;
  static void price() { for (int i = 0; i < 300_000; i++) sum += i % 7; }
  static void basket() { kept = new byte[200_000]; }
  public static void main(String[] x) throws Exception {
    new java.io.File(x[0]).createNewFile();
    while (true) { price(); basket(); Thread.sleep(1); }
  }
}
`
let harness: MonitorHarness
let agent: MonitorAgentProcess
let shop: TestJvm
let monitorId = ''

beforeAll(async () => {
  shop = await TestJvm.start('PricedShop', source)
  harness = await createMonitorHarness()
  agent = await harness.startAgent('machine')
  monitorId = await monitorOf(shop.folder, 'shop')
}, 120_000)
afterAll(async () => {
  await shop.end()
  await harness.close()
  await shop.remove()
})

async function monitorOf(process: string, name: string, agentId = agent.id): Promise<string> {
  const { as, projectId } = harness
  const input = { projectId, name, type: 'jvm', params: { process }, agentId }
  return (await harness.server().call(calls.monitor.create, input, as)).id
}
const order = (given: Partial<ClientInputOf<typeof calls.profiling.create>> = {}) =>
  harness
    .server()
    .call(
      calls.profiling.create,
      { projectId: harness.projectId, monitorId, name: 'peak', kinds: ['cpu'], seconds: 1, ...given },
      harness.as,
    )
async function found(id: string): Promise<Profiling> {
  const all = await harness.server().call(calls.profiling.list, { projectId: harness.projectId }, harness.as)
  const one = all.find(each => each.id === id)
  if (one === undefined) throw new Error(`no order ${id}`)
  return one
}
const ended = async (id: string): Promise<Profiling> => {
  await expect.poll(async () => (await found(id)).state, patience).not.toBe('active')
  return found(id)
}
const recordings = async (): Promise<string> =>
  (await run('jcmd', [String(shop.pid), 'JFR.check'], { timeout: 20_000 })).stdout
/** Named by the take; other tests have recordings there too. */
const filesLeft = async () =>
  (await readdir('/tmp')).filter(name => /^pone-[0-9a-f-]{36}.*\.(jfr|jfc)$/.test(name))
const profileOf = async ({ latest }: Profiling) => {
  const asked = { projectId: harness.projectId, id: latest?.profileId ?? '' }
  return await harness.server().call(calls.profile.get, asked, harness.as)
}
const causeOf = ({ latest }: Profiling) => causeText(latest?.cause ?? '', 'en')

it('is taken of every type, stored with its target, and names the hot method first', async () => {
  const orderedAt = Date.now()
  const { id } = await order({ kinds: ['cpu', 'alloc'], excluded: 'com.nothing', seconds: 3 })
  const { state, completed, failed, latest } = await ended(id)
  expect({ state, completed, failed }).toEqual({ state: 'ended', completed: 1, failed: 0 })
  const asked = { projectId: harness.projectId, id: latest?.profileId ?? '' }
  const profile = await harness.server().call(calls.profile.get, asked, harness.as)
  expect(profile).toMatchObject({
    name: 'peak',
    format: 'jfr',
    createdBy: 'manager',
    run: null,
    origin: { monitorId, monitorName: 'shop', machine: 'machine', process: 'PricedShop', pid: shop.pid },
  })
  expect(profile.startedAt).toBeGreaterThanOrEqual(orderedAt)
  expect(profile.durationMs).toBeGreaterThan(2_000)
  expect(profile.parts.map(({ kind }) => kind).toSorted()).toEqual(['alloc', 'cpu'])
  const part = profile.parts.findIndex(({ kind }) => kind === 'cpu')
  expect(profile.parts[part]?.topMethod.name).toBe('PricedShop.price')
  const answer = await harness.server().app.inject({
    method: 'POST',
    url: apiBase + calls.profile.data.path,
    headers: { token: harness.as.token },
    payload: { ...asked, part },
  })
  expect(readProfile(gunzipSync(answer.rawPayload)).names).toContain('PricedShop.main')
  expect(await recordings()).toContain('No available recordings')
  expect(await filesLeft()).toEqual([])
}, 120_000)

it('says what measured it, and what was left out where the machine has no async-profiler', async () => {
  const { origin, parts } = await profileOf(
    await ended((await order({ kinds: ['cpu', 'wall'], seconds: 3 })).id),
  )
  expect(parts.map(({ kind }) => kind)).toEqual(['cpu'])
  expect(origin?.engines).toEqual(['JFR'])
  const notes = origin?.notes.map(note => causeText(note, 'en')) ?? []
  expect(notes).toEqual([
    expect.stringMatching(/^JFR measured processor time.* has no async-profiler/),
    expect.stringMatching(/^wall-clock time was not measured, since .* has no async-profiler/),
  ])
  const wallOnly = await ended((await order({ kinds: ['wall'] })).id)
  expect(causeOf(wallOnly)).toMatch(/^wall-clock time was not measured/)
}, 60_000)

it('is taken by async-profiler and JFR at once where the machine has both', async () => {
  const tools = fileURLToPath(new URL('../../../../../.cache/java-tools/async-profiler', import.meta.url))
  const other = await harness.startAgent('profiler', { PONE_AGENT_ASYNC_PROFILERS: tools })
  const monitor = await monitorOf(shop.folder, 'profiled', other.id)
  const done = await ended(
    (await order({ monitorId: monitor, kinds: ['cpu', 'wall', 'alloc'], seconds: 3 })).id,
  )
  const { origin, parts } = await profileOf(done)
  expect(origin?.engines).toEqual([expect.stringMatching(/^async-profiler \d/), 'JFR'])
  expect(origin?.runtime).toMatch(/^JDK /)
  expect(parts.map(({ kind }) => kind).toSorted()).toEqual(['alloc', 'cpu', 'wall'])
  expect(await recordings()).toContain('No available recordings')
  expect((await readdir('/tmp')).filter(name => name.startsWith(`pone-${done.latest?.id}`))).toEqual([])
  await other.kill()
}, 60_000)

it('that is cancelled ends on the target and stores nothing', async () => {
  const { id } = await order({ seconds: 600 })
  await expect.poll(recordings, patience).toContain('name=pone-')
  const { projectId, as } = harness
  expect((await harness.server().call(calls.profiling.cancel, { projectId, id }, as)).state).toBe('cancelled')
  await expect.poll(recordings, patience).toContain('No available recordings')
  const [take] = await harness.server().call(calls.profiling.takes, { projectId, id }, as)
  expect(take).toMatchObject({ state: 'cancelled', profileId: null, cause: '' })
}, 120_000)

it('while another one of the same monitor is taken fails with this cause, and the first one goes on', async () => {
  const first = await order({ seconds: 600 })
  await expect.poll(recordings, patience).toContain('name=pone-')
  const second = await ended((await order()).id)
  expect(second.latest?.state).toBe('failed')
  expect(causeOf(second)).toMatch(/^another profile of the same JVM was being taken/)
  expect((await found(first.id)).state).toBe('active')
  const { projectId, as } = harness
  await harness.server().call(calls.profiling.delete, { projectId, id: first.id }, as)
  await expect.poll(recordings, patience).toContain('No available recordings')
}, 120_000)

it('of classes that nothing runs in, and of a process that is not there, fails with the cause', async () => {
  const empty = await ended((await order({ included: 'com.nothing' })).id)
  expect(causeOf(empty)).toMatch(/^there were no samples/)
  const missing = await ended((await order({ monitorId: await monitorOf('NoSuchMain', 'missing') })).id)
  expect(causeOf(missing)).toMatch(/^no JVM on the machine fits/)
}, 120_000)

it('of a JVM that ends meanwhile fails with this cause, and the next one finds the JVM that came after', async () => {
  const { id } = await order({ seconds: 600 })
  await expect.poll(recordings, patience).toContain('name=pone-')
  await shop.end()
  expect(causeOf(await ended(id))).toMatch(/^the JVM ended while the profile was taken/)
  await shop.start()
  expect((await ended((await order()).id)).completed).toBe(1)
  expect(await filesLeft()).toEqual([])
}, 120_000)

it('whose agent is killed fails when its time is over, and its recording ends by itself', async () => {
  const { id } = await order({ seconds: 600 })
  await expect.poll(recordings, patience).toContain('name=pone-')
  await agent.kill()
  expect(await recordings()).toContain('duration=11m')
  await sql`update profile_takes set until_at = 0 where profiling_id = ${id}::uuid`.execute(
    harness.database.database,
  )
  expect(causeOf(await ended(id))).toMatch(/^the agent sent no result/)
  const offline = await ended((await order()).id)
  expect(causeOf(offline)).toMatch(/^the agent that collects the monitor is not online/)
  await agent.restart()
  expect(await filesLeft()).toEqual([])
}, 120_000)

it('repeats with its cycle until all were taken', async () => {
  const tooLong = order({ mode: 'timed', cycleMinutes: 1, times: 2, seconds: 600 })
  await expect(tooLong).rejects.toThrow('ProfilingCycleShort')
  const timed = await order({ mode: 'timed', cycleMinutes: 1, times: 2, included: 'com.nothing' })
  await expect.poll(async () => (await found(timed.id)).failed, patience).toBe(1)
  const between = await found(timed.id)
  expect(between).toMatchObject({ state: 'active', begun: 1, nextAt: (timed.nextAt ?? 0) + 60_000 })
  await sql`update profilings set next_at = ${Date.now()} where id = ${timed.id}::uuid`.execute(
    harness.database.database,
  )
  expect(await ended(timed.id)).toMatchObject({ begun: 2, nextAt: null, latest: { number: 2 } })
}, 120_000)

describe('a triggered order', () => {
  const incident = (openedAt: number) =>
    sql`
    insert into alert_incidents (
      id, project_id, rule_id, rule_name, level, monitor_id, monitor_name, labels, number, opened_at
    ) values (
      gen_random_uuid(), ${harness.projectId}::uuid, gen_random_uuid(), 'slow', 'warning',
      ${monitorId}::uuid, 'shop', '{}', 1, ${openedAt}
    )`.execute(harness.database.database)
  it('takes one when an alert opens an incident, and none in the pause after it', async () => {
    await incident(Date.now() - 10_000)
    const { id, nextAt } = await order({ mode: 'triggered', triggers: ['alert'], times: 2, cycleMinutes: 5 })
    expect(nextAt).toBeNull()
    await incident(Date.now())
    await expect.poll(async () => (await found(id)).completed, patience).toBe(1)
    await incident(Date.now())
    const waiting = await found(id)
    expect(waiting).toMatchObject({ state: 'active', begun: 1 })
    const profile = await profileOf(waiting)
    expect(profile.name).toBe('peak 1')
    expect(profile.origin?.reason).toEqual({ trigger: 'alert', name: 'slow · shop', runId: null })
    await sql`update profilings set armed_since = ${Date.now() - 60_000} where id = ${id}::uuid`.execute(
      harness.database.database,
    )
    expect(await ended(id)).toMatchObject({ begun: 2, completed: 2 })
  }, 120_000)

  it('takes one when an SLA rule of a run is broken, which belongs to that run', async () => {
    const { database } = harness.database
    const sample = sampleRun({ seconds: 10 })
    const { projectId, as } = harness
    const record = { ...sample.record, projectId, scenarioName: 'peak', suspect: [] }
    await createRunRepository(database).insert(record, sample.plan, [])
    const { id } = await order({ mode: 'triggered', triggers: ['sla'], times: 1 })
    await sql`update runs set ended_at = null where id = ${record.id}::uuid`.execute(database)
    await sql`
      insert into run_events (run_id, at, kind, params)
      values (${record.id}::uuid, ${Date.now()}, 'slaBroken', '{}')`.execute(database)
    const profile = await profileOf(await ended(id))
    expect(profile.run?.id).toBe(record.id)
    expect(profile.origin?.reason?.trigger).toBe('sla')
    const ofRun = await harness.server().call(calls.profile.list, { projectId, runId: record.id }, as)
    expect(ofRun.rows.map(({ name }) => name)).toEqual(['peak 1'])
  }, 120_000)
})

it('taken while one run lasts belongs to it, and to none when there are several', async () => {
  const { database } = harness.database
  const { projectId } = harness
  const runs = createRunRepository(database)
  const insert = async (): Promise<string> => {
    const sample = sampleRun({ seconds: 10 })
    const at = { startedAt: Date.now() - 1_000, endedAt: Date.now() + 60_000 }
    const record = { ...sample.record, ...at, id: randomUUID(), projectId, scenarioName: 'peak', suspect: [] }
    await runs.insert(record, sample.plan, [])
    return record.id
  }
  await sql`delete from runs where project_id = ${projectId}::uuid`.execute(database)
  const repository = createProfileTriggerRepository(database)
  const during = () =>
    repository.runDuring(projectId, monitorId, { from: Date.now(), to: Date.now() + 5_000 })
  expect(await during()).toBeNull()
  const first = await insert()
  expect(await during()).toBe(first)
  await insert()
  expect(await during()).toBeNull()
  await sql`
    insert into run_monitor_links (run_id, project_id, link_id, link_name, topology, session_id, is_started_by_run, from_at)
    values (
      ${first}::uuid, ${projectId}::uuid, gen_random_uuid(), 'link',
      ${JSON.stringify({ nodes: [{ monitorId }], edges: [] })}::jsonb, gen_random_uuid(), false, 1
    )`.execute(database)
  expect(await during()).toBe(first)
})

it('of another process is taken by the agent of any monitor, which says when there is none', async () => {
  const missing = await ended((await order({ target: 'native', address: 'no-such-program-runs' })).id)
  expect(missing).toMatchObject({ target: 'native', address: 'no-such-program-runs' })
  expect(causeOf(missing)).toMatch(/^no process on the machine fits/)
}, 60_000)

it('is refused of what is no JVM, and does not exist for another project', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const host = await server.call(
    calls.monitor.create,
    { projectId, name: 'host', type: 'host', agentId: agent.id },
    as,
  )
  await expect(order({ monitorId: host.id })).rejects.toThrow('ProfilingNeedsJvm')
  const byAddress = { monitorId: host.id, target: 'go' } as const
  await expect(order({ ...byAddress, address: 'shop:6060' })).rejects.toThrow('ProfilingNeedsAddress')
  const address = 'http://127.0.0.1:6060'
  await expect(order({ ...byAddress, address, kinds: ['wall'] })).rejects.toThrow('ProfilingKindsRefused')
  await expect(order({ ...byAddress, target: 'python' })).rejects.toThrow('ProfilingNeedsProcess')
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, as)
  await expect(order({ projectId: other.id })).rejects.toThrow('NotFound')
  const [mine] = await server.call(calls.profiling.list, { projectId }, as)
  const theirs = { projectId: other.id, id: mine?.id ?? '' }
  for (const call of [calls.profiling.takes, calls.profiling.cancel, calls.profiling.delete] as const)
    expect((await server.fail(call, theirs, as)).code).toBe('NotFound')
  expect(await server.call(calls.profiling.list, { projectId: other.id }, as)).toEqual([])
})
