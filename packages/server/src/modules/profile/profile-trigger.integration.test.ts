/** What begins triggered flame diagrams, by the rows of runs and alerts; instants are given, not waited for. */
import { randomUUID } from 'node:crypto'
import type { ProfilingFields } from '@pone/contract/entities/profiling.ts'
import { profilingFieldsSchema } from '@pone/contract/entities/profiling.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { testRunRow } from '../alert/test-run-row.ts'
import { createProfileTriggerRepository } from './profile-trigger.repository.ts'
import { createProfilingScopeRepository } from './profiling-scope.repository.ts'

const now = 1_000_000_000
const armedAt = now - 60_000
const stepMs = 20_000
const incremental: LoadModel = {
  kind: 'incremental',
  start: 10,
  step: 10,
  intervalSeconds: stepMs / 1_000,
  max: 30,
  holdSeconds: 60,
  rampDownSeconds: 0,
}
const rampUpMs = 2 * stepMs
let opened: TestDatabase
let projectId = ''
let monitorId = ''
let linkId = ''
let scenarioId = ''
let alertRuleId = ''

beforeAll(async () => {
  opened = await createTestDatabase()
  projectId = await insertTestProject(opened.database)
  monitorId = await inserted(
    'monitors',
    sql`(id, project_id, name, type, params, secrets_set, send_interval_ms, receive_interval_ms, frequency_ms,
      slow_log_address, url, notification_emails, notification_phones, is_running, revision, created_by, created_at,
      updated_by, updated_at)`,
    id =>
      sql`(${id}, ${projectId}, 'shop', 'jvm', '{}', '[]', 1, 1, 1, '', '', '[]', '[]', true, 1, '', 1, '', 1)`,
  )
  linkId = await inserted(
    'monitor_links',
    sql`(id, project_id, name, topology, is_running, revision, created_by, created_at, updated_by, updated_at)`,
    id => sql`(${id}, ${projectId}, 'orders', '{}', false, 1, '', 1, '', 1)`,
  )
  scenarioId = await inserted(
    'catalogue_nodes',
    sql`(id, project_id, tree, kind, name, position, document, revision, created_at, updated_at, updated_by)`,
    id =>
      sql`(${id}, ${projectId}, 'scenario', 'scenario', 'peak', 0, '{"sla": [{"id": "rt"}]}', 1, 1, 1, '')`,
  )
  alertRuleId = await inserted(
    'alert_rules',
    sql`(id, project_id, name, is_enabled, level, labels, channel_ids, content, evaluation, revision,
      created_by, created_at, updated_by, updated_at)`,
    id => sql`(${id}, ${projectId}, 'slow', true, 'warning', '{}', '[]', '{}', 1, 1, '', 1, '', 1)`,
  )
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of ['profilings', 'runs', 'alert_incidents', 'monitor_link_monitors'])
    await sql`delete from ${sql.table(table)}`.execute(opened.database)
})

type Fragment = ReturnType<typeof sql>
async function inserted(table: string, columns: Fragment, values: (id: string) => Fragment): Promise<string> {
  const id = randomUUID()
  await sql`insert into ${sql.table(table)} ${columns} values ${values(id)}`.execute(opened.database)
  return id
}

/** Returns why the order would be carried out now; null: it waits. */
async function reasonOf(fields: Partial<ProfilingFields>, atMs = now, armedSince = armedAt) {
  const all = profilingFieldsSchema.parse({
    monitorId,
    name: 'x',
    kinds: ['cpu'],
    mode: 'triggered',
    ...fields,
  })
  const id = await inserted(
    'profilings',
    sql`(id, project_id, monitor_id, fields, armed_since, created_by, created_at)`,
    each => sql`(${each}, ${projectId}, ${monitorId}, ${JSON.stringify(all)}, ${armedSince}, '', 1)`,
  )
  await createProfileTriggerRepository(opened.database).trigger(atMs)
  const { next_at, reason } = await opened.database
    .selectFrom('profilings')
    .select(['next_at', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(next_at).toBe(reason === null ? null : atMs)
  return reason
}

let runs = 0
/** A run whose steps begin at `now`, 20 s and 40 s later; the last of them is the end of the ramp-up. */
async function runOf(changes: { [column: string]: unknown } = {}): Promise<string> {
  const row = {
    ...testRunRow(projectId, ++runs),
    scenario: JSON.stringify(scenarioDocumentSchema.parse({ loadModel: incremental })),
    state: 'running' as const,
    started_at: now,
    ended_at: null,
    ramp_up_end_ms: rampUpMs,
  }
  await opened.database.insertInto('runs').values(row).execute()
  if (Object.keys(changes).length > 0)
    await opened.database.updateTable('runs').set(changes).where('id', '=', row.id).execute()
  return row.id
}
const broken = (runId: string, ruleId: string) =>
  sql`insert into run_events (run_id, at, kind, params)
    values (${runId}, ${now - 1}, 'slaBroken', ${JSON.stringify({ ruleId })})`.execute(opened.database)
const incident = (ruleId: string) =>
  inserted(
    'alert_incidents',
    sql`(id, project_id, rule_id, rule_name, level, monitor_id, monitor_name, labels, number, opened_at)`,
    id => sql`(${id}, ${projectId}, ${ruleId}, 'slow', 'warning', ${monitorId}, 'shop', '{}', 1, ${now - 1})`,
  )
const bindToLink = (runId: string) =>
  sql`insert into run_monitor_links
      (run_id, project_id, link_id, link_name, topology, session_id, is_started_by_run, from_at)
    values (${runId}, ${projectId}, ${linkId}, 'orders', '{}', ${randomUUID()}, false, 1)`.execute(
    opened.database,
  )

it.each([
  ['plateau', [rampUpMs, rampUpMs + 9_999], [0, rampUpMs - 1, rampUpMs + 10_001]],
  ['stage', [0, stepMs, rampUpMs + 9_999], [stepMs - 1, stepMs + 10_001, rampUpMs + 10_001]],
] as const)(
  'a %s of a run begins one when it is reached, and not long after',
  async (trigger, reached, others) => {
    const runId = await runOf()
    for (const ms of reached)
      expect(await reasonOf({ triggers: [trigger] }, now + ms)).toEqual({ trigger, name: '', runId })
    for (const ms of others) expect(await reasonOf({ triggers: [trigger] }, now + ms)).toBeNull()
  },
)

it('a plateau or stage that was reached before the pause of the order was over begins none', async () => {
  await runOf()
  const at = now + rampUpMs + 2_000
  const triggers = ['plateau', 'stage'] as const
  expect(await reasonOf({ triggers: [...triggers] }, at, at - 1_000)).toBeNull()
  expect(await reasonOf({ triggers: [...triggers] }, at, at - 2_000)).not.toBeNull()
})

it.each([
  ['has not started', { started_at: null }],
  ['is being stopped', { stop_cause: 'user' }],
  ['has ended', { ended_at: now + 1, state: 'complete' }],
])('a run that %s begins none', async (_, changes) => {
  await runOf(changes)
  expect(await reasonOf({ triggers: ['plateau', 'stage'] }, now + rampUpMs)).toBeNull()
})

it('a load that is set by hand is a stage when all of it is in force, and has no plateau', async () => {
  const order = { from: 10, load: 40, atMs: 25_000, rampMs: 3_000, parts: null }
  const runId = await runOf({ manual_load: 40, load_order: JSON.stringify(order) })
  expect(await reasonOf({ triggers: ['plateau', 'stage'] }, now + rampUpMs)).toBeNull()
  expect(await reasonOf({ triggers: ['stage'] }, now + 27_999)).toBeNull()
  expect(await reasonOf({ triggers: ['stage'] }, now + 28_000)).toMatchObject({ trigger: 'stage', runId })
})

it('a capacity search has the stages that it sets, not those of the load model', async () => {
  const id = await runOf({ capacity: '{"phase": "climb"}' })
  expect(await reasonOf({ triggers: ['plateau', 'stage'] }, now + rampUpMs)).toBeNull()
  const order = JSON.stringify({ from: 0, load: 5, atMs: rampUpMs, rampMs: 0, parts: null })
  await sql`update runs set load_order = ${order}, manual_load = 5 where id = ${id}`.execute(opened.database)
  expect(await reasonOf({ triggers: ['stage'] }, now + rampUpMs)).toMatchObject({ trigger: 'stage' })
})

it('a bound order waits for runs of its scenario and of its link', async () => {
  const triggers: ProfilingFields['triggers'] = ['plateau', 'stage']
  const at = now + rampUpMs
  const other = await runOf()
  expect(await reasonOf({ triggers, scenarioId }, at)).toBeNull()
  expect(await reasonOf({ triggers, linkId }, at)).toBeNull()
  await bindToLink(other)
  expect(await reasonOf({ triggers, linkId }, at)).toMatchObject({ runId: other })
  expect(await reasonOf({ triggers, linkId, scenarioId }, at)).toBeNull()
  const own = await runOf({ scenario_id: scenarioId })
  expect(await reasonOf({ triggers, scenarioId }, at)).toMatchObject({ runId: own })
})

it('only a chosen SLA rule begins one, and any of the scenario when none is chosen', async () => {
  const runId = await runOf({ scenario_id: scenarioId })
  await broken(runId, 'rt')
  const triggers: ProfilingFields['triggers'] = ['sla']
  expect(await reasonOf({ triggers, scenarioId, slaRuleIds: ['other'] })).toBeNull()
  expect(await reasonOf({ triggers, scenarioId, slaRuleIds: ['other', 'rt'] })).toMatchObject({ runId })
  expect(await reasonOf({ triggers, scenarioId })).toMatchObject({ runId })
  expect(await reasonOf({ triggers, linkId })).toBeNull()
})

it('only a chosen alert rule begins one, on monitors of the link, while the scenario is executed', async () => {
  await incident(alertRuleId)
  const triggers: ProfilingFields['triggers'] = ['alert']
  const reason = { trigger: 'alert', name: 'slow · shop', runId: null }
  expect(await reasonOf({ triggers })).toEqual(reason)
  expect(await reasonOf({ triggers, alertRuleIds: [randomUUID()] })).toBeNull()
  expect(await reasonOf({ triggers, alertRuleIds: [randomUUID(), alertRuleId] })).toEqual(reason)
  expect(await reasonOf({ triggers, linkId })).toBeNull()
  await sql`insert into monitor_link_monitors values (${linkId}, ${monitorId})`.execute(opened.database)
  expect(await reasonOf({ triggers, linkId })).toEqual(reason)
  expect(await reasonOf({ triggers, scenarioId })).toBeNull()
  await runOf({ scenario_id: scenarioId, started_at: now - 5_000 })
  expect(await reasonOf({ triggers, scenarioId })).toEqual(reason)
})

it('what an order names must exist in its project', async () => {
  const missing = (given: Partial<ProfilingFields>, project = projectId) =>
    createProfilingScopeRepository(opened.database).missing(project, {
      scenarioId: null,
      linkId: null,
      slaRuleIds: [],
      alertRuleIds: [],
      ...given,
    })
  const all = { scenarioId, linkId, slaRuleIds: ['rt'], alertRuleIds: [alertRuleId] }
  expect(await missing({})).toBeNull()
  expect(await missing(all)).toBeNull()
  expect(await missing({ scenarioId: randomUUID() })).toBe('scenario')
  expect(await missing({ ...all, slaRuleIds: ['rt', 'gone'] })).toBe('slaRule')
  expect(await missing({ slaRuleIds: ['rt'] })).toBe('slaRule')
  expect(await missing({ linkId: randomUUID() })).toBe('monitorLink')
  expect(await missing({ alertRuleIds: [alertRuleId, randomUUID()] })).toBe('alertRule')
  const other = await insertTestProject(opened.database)
  expect(await missing({ scenarioId }, other)).toBe('scenario')
  expect(await missing({ linkId }, other)).toBe('monitorLink')
  expect(await missing({ alertRuleIds: [alertRuleId] }, other)).toBe('alertRule')
})
