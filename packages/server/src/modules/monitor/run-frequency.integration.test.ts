/** Which monitors are collected each second, from rows of runs and links as they are left by people, servers that fail, and time. */
import { randomUUID } from 'node:crypto'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { RunState } from '@pone/contract/states.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunFrequencyRepository } from './run-frequency.repository.ts'
import { afterRunMs, fastRunsAt } from './run-frequency.ts'

const at = 1_700_000_000_000
const topology: LinkTopology = { nodes: [], edges: [] }
let opened: TestDatabase
let projectId = ''

beforeAll(async () => {
  opened = await createTestDatabase()
  projectId = await insertTestProject(opened.database)
})
afterAll(() => opened.close())

async function addMonitor(frequencyMs = 5_000): Promise<string> {
  const id = randomUUID()
  await opened.database
    .insertInto('monitors')
    .values({
      id,
      project_id: projectId,
      group_id: null,
      name: id,
      type: 'host',
      type_version: null,
      params: '{}',
      sealed_secrets: null,
      secrets_set: '[]',
      agent_id: null,
      send_interval_ms: 60_000,
      receive_interval_ms: 60_000,
      frequency_ms: frequencyMs,
      slow_log_address: '',
      url: '',
      notification_emails: '[]',
      notification_phones: '[]',
      is_running: true,
      running_since: at,
      revision: 1,
      created_by: 'test',
      created_at: at,
      updated_by: 'test',
      updated_at: at,
    })
    .execute()
  return id
}

interface RunOfLink {
  readonly state?: RunState
  readonly endedAt?: number | null
  readonly untilAt?: number | null
  readonly linkStoppedAt?: number | null
  readonly collectsEachSecond?: boolean
}

/** A run that began a minute ago, with a link of the monitor. */
async function addRun(
  monitorId: string,
  {
    state = 'running',
    endedAt = null,
    untilAt = null,
    linkStoppedAt = null,
    collectsEachSecond = true,
  }: RunOfLink = {},
): Promise<string> {
  const { database } = opened
  const [runId, linkId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const { record, plan } = sampleRun()
  await createRunRepository(database).insert({ ...record, id: runId, projectId }, plan, [])
  await database.updateTable('runs').set({ state, ended_at: endedAt }).where('id', '=', runId).execute()
  const drawn = { project_id: projectId, topology: JSON.stringify(topology) }
  await database
    .insertInto('monitor_links')
    .values({
      ...drawn,
      id: linkId,
      name: linkId,
      collects_each_second: collectsEachSecond,
      is_running: true,
      running_since: at,
      revision: 1,
      created_by: 'test',
      created_at: at,
      updated_by: 'test',
      updated_at: at,
    })
    .execute()
  await database
    .insertInto('monitor_link_monitors')
    .values({ link_id: linkId, monitor_id: monitorId })
    .execute()
  await database
    .insertInto('monitor_link_sessions')
    .values({
      ...drawn,
      id: sessionId,
      link_id: linkId,
      link_name: linkId,
      started_at: at - 60_000,
      started_by: 'test',
      stopped_at: linkStoppedAt,
    })
    .execute()
  await database
    .insertInto('run_monitor_links')
    .values({
      ...drawn,
      run_id: runId,
      link_id: linkId,
      link_name: linkId,
      session_id: sessionId,
      is_started_by_run: true,
      from_at: at - 60_000,
      until_at: untilAt,
    })
    .execute()
  return runId
}

const fastFor = async (monitorId: string, instant = at): Promise<string | undefined> =>
  fastRunsAt(await createRunFrequencyRepository(opened.database).spans(instant), instant).get(monitorId)

test.each<[string, RunOfLink, boolean]>([
  ['a run that is prepared', { state: 'new' }, true],
  ['a run that lasts', {}, true],
  ['a run that has just ended', { state: 'complete', endedAt: at - 1_000, untilAt: at - 1_000 }, true],
  [
    'a run that ended before',
    { state: 'complete', endedAt: at - afterRunMs, untilAt: at - afterRunMs },
    false,
  ],
  [
    'a run that failed with its server, whose link nobody has ended',
    { state: 'failed', endedAt: at - 40_000 },
    false,
  ],
  [
    'a run that failed before it began, whose link nobody has ended',
    { state: 'failed', endedAt: null },
    false,
  ],
  ['a link that a person stopped during the run', { linkStoppedAt: at - 20_000 }, false],
  ['a link where it is switched off', { collectsEachSecond: false }, false],
])('%s: each second is %s', async (_, given, isFast) => {
  const monitorId = await addMonitor()
  const runId = await addRun(monitorId, given)
  expect(await fastFor(monitorId)).toBe(isFast ? runId : undefined)
})

test('a monitor that two runs share is back only after the last one', async () => {
  const monitorId = await addMonitor()
  const first = await addRun(monitorId, { state: 'complete', endedAt: at, untilAt: at })
  const second = await addRun(monitorId)
  expect(await fastFor(monitorId, at + 60_000)).toBe(second)
  const { database } = opened
  await database
    .updateTable('run_monitor_links')
    .set({ until_at: at + 90_000 })
    .where('run_id', '=', second)
    .execute()
  expect(await fastFor(monitorId, at + 95_000)).toBe(second)
  expect(await fastFor(monitorId, at + 100_000)).toBeUndefined()
  expect(first).not.toBe(second)
})

test.each([
  [1_000, 1_000],
  [5_000, 1_000],
  [15_000, 1_000],
])(
  'with its own frequency of %i ms it is collected every %i ms for a run, and then as before',
  async (own, fast) => {
    const monitorId = await addMonitor(own)
    const stored = createRunFrequencyRepository(opened.database)
    const inForce = async () =>
      (
        await opened.database
          .selectFrom('monitors')
          .select('frequency_in_force_ms')
          .where('id', '=', monitorId)
          .executeTakeFirstOrThrow()
      ).frequency_in_force_ms
    const runId = randomUUID()
    expect(await inForce()).toBe(own)
    await stored.store([{ monitorId, runId }])
    expect(await inForce()).toBe(fast)
    expect((await stored.stored()).get(monitorId)).toBe(runId)
    await stored.store([{ monitorId, runId: null }])
    expect(await inForce()).toBe(own)
  },
)
