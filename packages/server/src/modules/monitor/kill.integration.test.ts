/** Server, database and agent are killed as by `kill -9` while monitors are collected: afterwards every slot is stored, and once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { expect, it } from 'vitest'
import { createDatabase } from '../../adapters/database/database.ts'
import { migrate } from '../../adapters/database/migrations.ts'
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import { endProcess } from '../../link/agent-harness.ts'
import { journaledSlots, untilJournaled } from './journal-harness.ts'
import { createMonitorHarness, type MonitorHarness } from './monitor-harness.ts'
import { faultsOf, type StoredSection, storedSections } from './stored-slots.ts'

const program = fileURLToPath(new URL('../../main.ts', import.meta.url))
/** Longer than the test runner's pauses on a busy machine, which would make an agent skip slots. */
const frequencyMs = 2_000

async function startMonitors(
  { server, projectId, as }: MonitorHarness,
  agentId: string,
  sendIntervals: readonly number[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, sendIntervalMs] of sendIntervals.entries()) {
    const name = `killed ${index}`
    const intervals = { frequencyMs, sendIntervalMs, receiveIntervalMs: sendIntervalMs }
    const input = { projectId, name, type: 'host', agentId, ...intervals }
    ids.push((await server().call(calls.monitor.create, input, as)).id)
  }
  await server().call(calls.monitor.start, { projectId, ids }, as)
  return ids
}

/** Sections of every monitor that are collected with its frequency. */
async function sectionsOf({ database }: MonitorHarness): Promise<StoredSection[]> {
  const sections = await storedSections(database.database)
  return sections.filter(section => section.cadenceMs === frequencyMs)
}

/** The same as `faultsOf` without slots for which a busy machine had no time, which the collector tells. */
async function faultsIn(
  { database }: MonitorHarness,
  section: StoredSection,
): Promise<ReturnType<typeof faultsOf>> {
  const { holes, doubles } = faultsOf(section)
  if (holes.length === 0) return { holes, doubles }
  const series = createPostgresTimeSeries(database.database, Date.now)
  const spans = await series.states([section.monitorId], Math.min(...holes), Math.max(...holes) + 1)
  await series.close()
  const overruns = spans.filter(span => span.section === section.section && span.cause === 'overrun')
  const isTold = (slot: number) =>
    overruns.some(({ fromMs, toMs }) => fromMs <= slot && slot < (toMs ?? Number.POSITIVE_INFINITY))
  return { holes: holes.filter(slot => !isTold(slot)), doubles }
}

/** Waits until every section has values of after an instant, then looks at all slots. */
async function expectEachOnce(harness: MonitorHarness, monitors: number, after: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const sections = await sectionsOf(harness)
        const isCurrent = sections.length > 0 && sections.every(({ slots }) => (slots.at(-1) ?? 0) > after)
        return isCurrent && new Set(sections.map(section => section.monitorId)).size === monitors
      },
      { timeout: 40_000, interval: 250 },
    )
    .toBe(true)
  for (const section of await sectionsOf(harness)) {
    expect([section.section, await faultsIn(harness, section)]).toEqual([
      section.section,
      { holes: [], doubles: [] },
    ])
    expect(section.slots.length).toBeGreaterThan(2)
  }
}

it('stores every slot once when the server is killed twice', async () => {
  const harness = await createMonitorHarness()
  const servers: ChildProcess[] = []
  const startServer = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        PONE_DATABASE_URL: harness.database.connectionString,
        PONE_DATA: join(harness.folder, 'server'),
        PONE_PORT: String(harness.port),
        PONE_LOCAL_AGENT_TOKEN: 'token-of-the-test',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    servers.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      const { event } = JSON.parse(line) as { event: string }
      if (event === 'listening') return child
    }
    throw new Error('the server ended before it listened')
  }
  try {
    const agent = await harness.startAgent('first')
    await startMonitors(harness, agent.id, [2_000, 2_000, 6_000])
    await harness.closeServer()
    const count = async () => (await sectionsOf(harness)).reduce((sum, { slots }) => sum + slots.length, 0)
    for (const missed of [1, 0]) {
      const server = await startServer()
      const before = await count()
      // In the second round the first of what waited in the agent's spool, so that the kill hits the rest.
      await expect.poll(count, { timeout: 30_000, interval: 10 }).toBeGreaterThan(before)
      await endProcess(server)
      await untilJournaled(harness, 'first', { after: Date.now(), count: missed })
    }
    await startServer()
    await expectEachOnce(harness, 3, Date.now())
  } finally {
    await Promise.all(servers.map(server => endProcess(server)))
    await harness.openServer()
    await harness.close()
  }
}, 180_000)

it('stores every slot once when the database is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-killed-database-'))
  const dataDir = join(folder, 'db')
  let postgres = await startEmbeddedPostgres({ dataDir })
  const connectionString = await postgres.openDatabase('pone')
  const database = createDatabase(connectionString, { maxConnections: 5 })
  await migrate(database)
  const close = () => database.destroy()
  const harness = await createMonitorHarness({ database, connectionString, close })
  try {
    const agent = await harness.startAgent('first')
    const ids = await startMonitors(harness, agent.id, [2_000, 2_000, 6_000])
    for (const id of ids) await harness.monitor(id, ({ lastAt }) => lastAt !== null)
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.exited
    await untilJournaled(harness, 'first', { after: Date.now(), count: 1 })
    postgres = await startEmbeddedPostgres({ dataDir })
    await expectEachOnce(harness, 3, Date.now() + 2_000)
  } finally {
    await harness.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)

it('stores what a killed agent held until its send interval', async () => {
  const harness = await createMonitorHarness()
  try {
    const agent = await harness.startAgent('first')
    const [id = ''] = await startMonitors(harness, agent.id, [600_000])
    const stored = async () =>
      (await sectionsOf(harness)).find(({ section }) => section === 'cpu')?.slots ?? []
    // The first values are sent at once, the following ones are held.
    await expect.poll(async () => (await stored()).length, { timeout: 30_000 }).toBeGreaterThan(0)
    const before = await stored()
    const last = before.at(-1) ?? 0
    await untilJournaled(harness, 'first', { after: last, count: 2 })
    const killedAt = Date.now()
    await agent.kill()
    const held = (await journaledSlots(harness, 'first', 'cpu')).filter(slot => slot > last)
    expect(held.length).toBeGreaterThan(1)
    expect(await stored()).toEqual(before)
    await agent.restart()
    await expect.poll(stored, { timeout: 30_000 }).toEqual(expect.arrayContaining(held))
    const slots = (await stored()).filter(slot => slot < killedAt)
    const stillHeld = { monitorId: id, section: 'cpu', cadenceMs: frequencyMs, slots }
    expect(await faultsIn(harness, stillHeld)).toEqual({ holes: [], doubles: [] })
  } finally {
    await harness.close()
  }
}, 120_000)

it('shows a gap that tells of a full spool, where a server was away for too long', async () => {
  const harness = await createMonitorHarness()
  try {
    const agent = await harness.startAgent('small', { PONE_AGENT_MONITOR_SPOOL_BYTES: '65536' })
    const { projectId, as } = harness
    const [id = ''] = await startMonitors(harness, agent.id, [2_000])
    await harness.monitor(id, ({ lastAt }) => lastAt !== null)
    await harness.closeServer()
    const away = Date.now()
    const folder = join(harness.folder, 'small', 'monitors')
    const files = async () => (await readdir(folder)).filter(name => name.endsWith('.jsonl')).toSorted()
    await untilJournaled(harness, 'small', { after: away, count: 1 })
    // It holds what the server has not stored: when it is gone, it was dropped.
    const newest = (await files()).at(-1)
    await expect.poll(files, { timeout: 60_000, interval: 200 }).not.toContain(newest)
    const back = Date.now()
    await harness.openServer()
    const range = () => ({ projectId, id, from: away - 60_000, to: Date.now() })
    const told = async () => {
      const gaps = await harness.server().call(calls.monitor.gaps, range(), as)
      return gaps.filter(({ section, cause }) => section === 'cpu' && cause === 'spoolFull')
    }
    await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1)
    const [gap] = await told()
    expect(gap?.from).toBeGreaterThan(away - 2 * frequencyMs)
    expect(gap?.until ?? Number.NaN).toBeLessThan(back)
    await harness.monitor(id, ({ state, lastAt }) => state === 'up' && (lastAt ?? 0) > back)
    const cpu = (await sectionsOf(harness)).find(({ section }) => section === 'cpu')
    const slots = cpu?.slots ?? []
    expect(slots.filter(slot => slot >= (gap?.from ?? 0) && slot < (gap?.until ?? 0))).toEqual([])
    expect(slots.filter(slot => slot >= (gap?.until ?? 0)).length).toBeGreaterThan(1)
    expect(new Set(slots).size).toBe(slots.length)
  } finally {
    await harness.close()
  }
}, 180_000)

/** Ids of the processes that collect for an agent. */
async function collectorsOf(agentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const read = (pid: string, name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const found = await Promise.all(
    pids.map(async pid => {
      const [stat, command] = await Promise.all([read(pid, 'stat'), read(pid, 'cmdline')])
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === agentPid && command.includes('collector/main.ts') ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

it('stores every slot once, or a gap with its cause, when the collector process of an agent is killed', async () => {
  const harness = await createMonitorHarness()
  try {
    const agent = await harness.startAgent('first')
    expect(await collectorsOf(agent.pid())).toEqual([])
    const [id = ''] = await startMonitors(harness, agent.id, [2_000])
    await harness.monitor(id, ({ lastAt }) => lastAt !== null)
    for (let round = 0; round < 3; round++) {
      // The first is killed at once, the next ones after so many slots more.
      await untilJournaled(harness, 'first', { after: Date.now(), count: round })
      await expect.poll(() => collectorsOf(agent.pid()), { timeout: 60_000 }).toHaveLength(1)
      const [pid = 0] = await collectorsOf(agent.pid())
      process.kill(pid, 'SIGKILL')
    }
    const after = Date.now()
    await harness.monitor(id, ({ state, lastAt }) => state === 'up' && (lastAt ?? 0) > after + 2_000, 60_000)
    const range = { projectId: harness.projectId, id, from: after - 600_000, to: Date.now() }
    const gaps = (await harness.server().call(calls.monitor.gaps, range, harness.as)).filter(
      ({ cause }) => cause === 'collectorEnded',
    )
    for (const { section, slots } of await sectionsOf(harness)) {
      const holes = await faultsIn(harness, { monitorId: id, section, cadenceMs: frequencyMs, slots })
      const isNamed = (slot: number) =>
        gaps.some(gap => gap.section === section && gap.from <= slot && slot < (gap.until ?? after))
      expect([section, holes.doubles, holes.holes.filter(slot => !isNamed(slot))]).toEqual([section, [], []])
    }
    // One that stands still sees neither its input nor a signal that it could handle.
    const [pid = 0] = await collectorsOf(agent.pid())
    process.kill(pid, 'SIGSTOP')
    await agent.kill()
    await expect
      .poll(() =>
        readFile(`/proc/${pid}/stat`, 'utf8').then(
          text => / [ZX] /.test(text),
          () => true,
        ),
      )
      .toBe(true)
  } finally {
    await harness.close()
  }
}, 120_000)
