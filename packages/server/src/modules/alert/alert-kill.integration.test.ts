/**
 * Server and database are killed as by `kill -9` at random points while breaches come in from a real agent: each
 * transition of the values that were stored is made once, none is skipped, and each notice reaches the receiver with its
 * key, unless it was delayed and a later one of its incident took its place. `PONE_ALERT_KILLS=50 npx vitest run <this file>` kills at 50 points.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { timingOf } from '@pone/alerts/rule.ts'
import { quietAlertState, stepAlert, transitionKey } from '@pone/alerts/state.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { monitorIntervalBounds } from '@pone/contract/entities/monitor.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../adapters/database/database.ts'
import { migrate } from '../../adapters/database/migrations.ts'
import { createSecretBox } from '../../adapters/secrets.ts'
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import { endProcess } from '../../link/agent-harness.ts'
import { createMonitorHarness, type MonitorHarness } from '../monitor/monitor-harness.ts'
import { usage } from './alert-harness.ts'
import { alertKey, labelsHash } from './alert-steps.ts'

const kills = Number(process.env['PONE_ALERT_KILLS'] ?? 4)
const program = fileURLToPath(new URL('../../main.ts', import.meta.url))
const frequencyMs = 1_000
/** So many that no alert comes near flapping, whose rest is measured by the time of evaluation. */
const lanes = 240 + 15 * kills
const key = randomBytes(32)
const content = usage({
  scope: { kind: 'type', type: 'prometheus' },
  indicator: { kind: 'counter', section: 'metrics', reading: { counter: 'load' } },
  max: 50,
  // Longer than any time away, after which a good value would be too old to be a recovery.
  triggerCycleMinutes: 120,
  silentCycleMinutes: 0,
  times: 1,
})

/** Each look of the agent finds another lane above the threshold, twice in a row. */
class Target {
  isCalm = false
  looks = 0
  readonly server = createServer((_request, response) => {
    const now = this.looks
    this.looks += 1
    const isHigh = (lane: number): boolean =>
      !this.isCalm && (lane === now % lanes || lane === (now - 1) % lanes)
    const lines = Array.from({ length: lanes }, (_, lane) => `load{lane="${lane}"} ${isHigh(lane) ? 90 : 10}`)
    response.end(`# TYPE load gauge\n${lines.join('\n')}\n`)
  })
}

/** Keeps what it is told, and refuses every ninth message. */
class Receiver {
  readonly notices = new Map<string, Set<string>>()
  deliveries = 0
  /** Of each first acceptance, in their order. */
  readonly keys: string[] = []
  readonly server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      this.deliveries += 1
      const isRefused = this.deliveries % 9 === 0
      const told = isRefused ? [] : (JSON.parse(body) as { notices: { key: string }[] }).notices
      for (const notice of told) {
        if (!this.notices.has(notice.key)) this.keys.push(notice.key)
        const known = this.notices.get(notice.key) ?? new Set()
        this.notices.set(notice.key, known.add(JSON.stringify(notice)))
      }
      response.writeHead(isRefused ? 503 : 200).end()
    })
  })
}

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

const target = new Target()
const receiver = new Receiver()
const servers: ChildProcess[] = []
let folder = ''
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let database: Database
let harness: MonitorHarness

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-killed-alerts-'))
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'db') })
  const connectionString = await postgres.openDatabase('pone')
  database = createDatabase(connectionString, { maxConnections: 5 })
  await migrate(database)
  harness = await createMonitorHarness({ database, connectionString, close: () => database.destroy() })
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map(server => endProcess(server)))
  await harness.openServer()
  await harness.close()
  await postgres.stop()
  for (const { server } of [target, receiver]) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  await rm(folder, { recursive: true, force: true })
}, 120_000)

async function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PONE_DATABASE_URL: harness.database.connectionString,
      PONE_DATA: join(harness.folder, 'server'),
      PONE_PORT: String(harness.port),
      PONE_LOCAL_AGENT_TOKEN: 'token-of-the-test',
      PONE_SECRET_KEY: key.toString('base64'),
      PONE_ALERT_ADDRESSES: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  servers.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { event } = JSON.parse(line) as { event: string }
    if (event !== 'listening') continue
    child.stdout.resume()
    return child
  }
  throw new Error('the server ended before it listened')
}

/** A webhook of the receiver, a rule that tells it, and a monitor of the target. */
async function prepare(): Promise<{ monitorId: string; ruleId: string }> {
  const { projectId, as, server } = harness
  const settings = {
    kind: 'webhook',
    url: `http://127.0.0.1:${await listening(receiver.server)}/`,
    secret: 'a long secret',
  }
  const channelId = randomUUID()
  const row = { project_id: projectId, name: 'recorder', kind: 'webhook' as const, host: '127.0.0.1' }
  await database
    .insertInto('alert_channels')
    .values({
      ...row,
      id: channelId,
      sealed_settings: createSecretBox(key).seal(JSON.stringify(settings)),
      language: 'en',
      is_enabled: true,
      updated_by: 'test',
      updated_at: 1,
    })
    .execute()
  const rule = {
    name: 'load',
    isEnabled: true,
    level: 'critical' as const,
    labels: {},
    channelIds: [channelId],
    content,
  }
  const { id: ruleId } = await server().call(
    calls.alert.saveRule,
    { projectId, id: null, revision: 0, rule },
    as,
  )
  const agent = await harness.startAgent('collector')
  // Breaches of a time away must not be too old to trigger, however long it was.
  const receiveIntervalMs = monitorIntervalBounds.max
  const intervals = { frequencyMs, sendIntervalMs: frequencyMs, receiveIntervalMs }
  const params = { host: '127.0.0.1', port: await listening(target.server), path: '/metrics' }
  const input = { projectId, name: 'target', type: 'prometheus', agentId: agent.id, params, ...intervals }
  const { id: monitorId } = await server().call(calls.monitor.create, input, as)
  await server().call(calls.monitor.start, { projectId, ids: [monitorId] }, as)
  return { monitorId, ruleId }
}

/** What the state machine makes of the values that are stored, by alert. */
async function expectedMoves({ monitorId, ruleId }: { monitorId: string; ruleId: string }) {
  const series = createPostgresTimeSeries(database, () => Date.now())
  const selectors = [{ monitorId, section: 'metrics', counters: ['load'], labels: {} }]
  const range = { fromMs: Date.now() - 3_600_000, toMs: Date.now(), points: 5_000 }
  const curves = await series.query({ selectors, ...range, fn: 'raw', aggregate: 'max' })
  await series.close()
  const timing = timingOf(content, { expectedMs: monitorIntervalBounds.max, cadenceMs: frequencyMs })
  return curves.flatMap(({ labels, at, values }) => {
    const alert = alertKey({ ruleId, monitorId, labelsHash: labelsHash(labels) })
    let state = quietAlertState
    return at.flatMap((instant, index) => {
      const value = values[index] ?? Number.NaN
      const event = { kind: 'sample', at: instant, now: instant, value, muted: null } as const
      const step = stepAlert(state, event, timing)
      ;({ state } = step)
      return step.transitions.map(({ seq, from, to, notice }) => ({
        key: transitionKey(alert, seq),
        from,
        to,
        notice,
      }))
    })
  })
}

/** -1 while the database is away. */
async function transitionCount(): Promise<number> {
  const counting = database
    .selectFrom('alert_transitions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return await counting.executeTakeFirstOrThrow().then(
    ({ count }) => count,
    () => -1,
  )
}

/** What a kill follows at once, so that it hits each step from a value to a notice. */
const stages = [() => target.looks, () => receiver.deliveries, transitionCount]

/** Waits until what is counted has grown by one to three. */
async function passed(count: (() => number | Promise<number>) | undefined): Promise<void> {
  if (count === undefined) return
  const wanted = (await count()) + 1 + Math.floor(Math.random() * 3)
  await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
}

const alertOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))
const seqOf = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1))
const byKey = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1)

test(
  'no transition and no notice is lost or made twice',
  async () => {
    const watched = await prepare()
    await harness.closeServer()
    let server = await startServer()
    let seen = 0
    for (let point = 0; point < kills; point += 1) {
      // On a busy machine the first values come late; without new ones a kill interrupts nothing.
      await expect.poll(transitionCount, { timeout: 60_000, interval: 200 }).toBeGreaterThan(seen)
      seen = await transitionCount()
      await passed(stages[point % stages.length])
      if (point % 2 === 0) await endProcess(server)
      else {
        process.kill(postgres.pid, 'SIGKILL')
        await postgres.exited
        postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'db') })
      }
      if (server.exitCode !== null || server.signalCode !== null) server = await startServer()
    }
    target.isCalm = true
    const openStates = () =>
      database.selectFrom('alert_states').select('phase').where('is_live', '=', true).execute()
    const unsent = () =>
      database
        .selectFrom('alert_outbox')
        .select('state')
        .where('state', 'in', ['waiting', 'failed'])
        .execute()
    const isSettled = async () => (await openStates()).length === 0 && (await unsent()).length === 0
    await expect.poll(isSettled, { timeout: 150_000, interval: 500 }).toBe(true)

    const made = await database
      .selectFrom('alert_transitions')
      .select(['key', 'from_phase as from', 'to_phase as to', 'notice'])
      .execute()
    const expected = await expectedMoves(watched)
    expect(expected.length).toBeGreaterThan(kills)
    expect(made.toSorted(byKey)).toEqual(expected.toSorted(byKey))
    const told = expected.flatMap(each => (each.notice === null ? [] : [each.key]))
    const superseded = (
      await database.selectFrom('alert_outbox').select('key').where('state', '=', 'superseded').execute()
    ).map(each => each.key)
    const reached = new Set([...receiver.notices.keys(), ...superseded])
    expect([...reached].toSorted()).toEqual(told.toSorted())
    // Of one alert in their order; what was superseded was followed by a later one.
    const seqsOf = Map.groupBy(receiver.keys, each => alertOf(each))
    for (const seqs of seqsOf.values())
      expect(seqs).toEqual(seqs.toSorted((one, other) => seqOf(one) - seqOf(other)))
    for (const each of superseded)
      expect(seqOf(seqsOf.get(alertOf(each))?.at(-1) ?? '')).toBeGreaterThan(seqOf(each))
    // A notice that was delivered twice said the same.
    expect([...receiver.notices.values()].filter(texts => texts.size > 1)).toEqual([])
    process.stdout.write(
      `${kills} kills: ${made.length} transitions, ${told.length} notices in ${receiver.deliveries} deliveries\n`,
    )
  },
  200_000 + kills * 60_000,
)
