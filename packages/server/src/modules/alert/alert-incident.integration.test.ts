/** Incidents through their calls: lists, work of people on them, marks, and who sees them. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { maxIncidentComments } from '@pone/contract/entities/alert.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { cadenceMs, usage } from './alert-harness.ts'
import { testRunRow } from './test-run-row.ts'

let server: TestServer
let as: As
let other: As
let userId = ''
let strangerId = ''
let projectId = ''
let otherProjectId = ''
let monitor = ''

beforeAll(async () => {
  server = await createTestServer()
  userId = await server.addUser('manager')
  strangerId = await server.addUser('other')
  await server.addUser('root', true)
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  other = { token: (await server.signIn('other')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  otherProjectId = (await server.call(calls.project.create, { name: 'O', code: 'O' }, other)).id
  const fields = {
    name: 'cache',
    type: 'redis',
    params: { host: 'cache.test', port: 6379 },
    frequencyMs: cadenceMs,
    sendIntervalMs: cadenceMs,
    receiveIntervalMs: cadenceMs,
  }
  monitor = (await server.call(calls.monitor.create, { projectId, ...fields }, as)).id
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.deleteFrom('alert_incidents').execute()
})

const pages = { page: 1, pageSize: 10 as const, search: '' }

async function addIncident(changed: object = {}): Promise<string> {
  const id = randomUUID()
  await server.database
    .insertInto('alert_incidents')
    .values({
      id,
      project_id: projectId,
      rule_id: randomUUID(),
      rule_name: 'CPU',
      level: 'critical',
      monitor_id: monitor,
      monitor_name: 'cache',
      labels: '{}',
      number: 1,
      opened_at: 1_000,
      opened_value: 95,
      ...changed,
    })
    .execute()
  return id
}

const list = async (filter: object) =>
  (await server.call(calls.alert.incidents, { projectId, ...pages, ...filter }, as)).rows.map(({ id }) => id)

test('the list is filtered by level, state, monitor, rule, time and who works on them', async () => {
  const open = await addIncident({ opened_at: 3_000 })
  const closed = await addIncident({ level: 'notice', closed_at: 2_000 })
  expect(await list({})).toEqual([open, closed])
  expect(await list({ state: 'open' })).toEqual([open])
  expect(await list({ state: 'closed' })).toEqual([closed])
  expect(await list({ level: 'notice' })).toEqual([closed])
  expect(await list({ monitorId: randomUUID() })).toEqual([])
  expect(await list({ monitorId: monitor, search: 'cac' })).toEqual([open, closed])
  expect(await list({ ruleId: randomUUID() })).toEqual([])
  expect(await list({ from: 2_001 })).toEqual([open])
  expect(await list({ to: 2_999 })).toEqual([closed])
  await server.call(calls.alert.assign, { projectId, id: closed, userId }, as)
  expect(await list({ assignee: 'me' })).toEqual([closed])
  expect(await list({ assignee: 'nobody' })).toEqual([open])
})

test('acknowledgement, assignment and comments are entries of the timeline, with who and when', async () => {
  const id = await addIncident()
  await server.call(calls.alert.acknowledge, { projectId, ids: [id] }, as)
  await server.call(calls.alert.acknowledge, { projectId, ids: [id] }, as)
  await server.call(calls.alert.assign, { projectId, id, userId }, as)
  await server.call(calls.alert.assign, { projectId, id, userId }, as)
  await server.call(calls.alert.comment, { projectId, id, text: '<b>mended</b>' }, as)
  await server.call(calls.alert.assign, { projectId, id, userId: null }, as)
  const stranger = server.call(calls.alert.assign, { projectId, id, userId: strangerId }, as)
  await expect(stranger).rejects.toThrow('NotFound')
  const { incident, timeline } = await server.call(calls.alert.incident, { projectId, id }, as)
  expect(incident).toMatchObject({ acknowledgedBy: 'manager', assignee: null })
  const by = 'manager'
  expect(timeline).toMatchObject([
    { kind: 'acknowledgement', by },
    { kind: 'assignment', by, to: 'manager' },
    { kind: 'comment', by, text: '<b>mended</b>' },
    { kind: 'assignment', by, to: null },
  ])
})

test('a transition tells until when notices are held back, by whom, and what became of its notice', async () => {
  const id = await addIncident()
  const { database } = server
  const channelId = randomUUID()
  const channel = { kind: 'slack' as const, host: '', sealed_settings: '', language: 'en' as const }
  const updated = { updated_by: 'test', updated_at: 1, is_enabled: true }
  await database
    .insertInto('alert_channels')
    .values({ id: channelId, project_id: projectId, name: 'Duty', ...channel, ...updated })
    .execute()
  const move = { project_id: projectId, incident_id: id, from_phase: 'activated' as const, made_at: 1_000 }
  const [told, held] = ['told', 'held'].map(name => `${name}/${id}`)
  await database
    .insertInto('alert_transitions')
    .values([
      {
        ...move,
        key: told ?? '',
        seq: 1,
        to_phase: 'triggered',
        notice: 'triggered',
        held_until: 9_000,
      },
      {
        ...move,
        key: held ?? '',
        seq: 2,
        to_phase: 'triggered',
        muted_by: 'dependency',
        muted_for: 'vm-1',
      },
    ])
    .execute()
  const row = { project_id: projectId, key: told ?? '', content: '{}', made_at: 1_000, next_at: 1_000 }
  await database
    .insertInto('alert_outbox')
    .values([
      { ...row, channel_id: channelId, state: 'sent', ended_at: 2_000, together: 37, held_by: 'rateLimit' },
      { ...row, channel_id: randomUUID(), attempts: 2, held_by: 'receiver' },
    ])
    .execute()
  const { timeline } = await server.call(calls.alert.incident, { projectId, id }, as)
  expect(timeline).toMatchObject([
    {
      heldUntil: 9_000,
      deliveries: [
        { channel: 'Duty', state: 'sent', endedAt: 2_000, together: 37, heldBy: 'rateLimit' },
        { channel: null, state: 'waiting', endedAt: null, attempts: 2, heldBy: 'receiver' },
      ],
    },
    { mutedBy: 'dependency', mutedFor: 'vm-1', heldUntil: null, deliveries: [] },
  ])
})

test('an incident holds a bounded number of comments', async () => {
  const id = await addIncident()
  const note = { project_id: projectId, incident_id: id, kind: 'comment' as const, made_by: 'x', text: 'x' }
  await server.database
    .insertInto('alert_incident_notes')
    .values(Array.from({ length: maxIncidentComments }, (_, at) => ({ ...note, made_at: at })))
    .execute()
  await expect(server.call(calls.alert.comment, { projectId, id, text: 'more' }, as)).rejects.toThrow(
    'AlertCommentsExceeded',
  )
})

test('several are acknowledged at once, or none when one is not of the project', async () => {
  const [one, two] = [await addIncident(), await addIncident({ level: 'warning' })]
  const open = () => server.call(calls.alert.openCounts, { projectId }, as)
  expect(await open()).toEqual({ notice: 0, warning: 1, critical: 1, unacknowledged: 2 })
  const wrong = { projectId, ids: [one, randomUUID()] }
  await expect(server.call(calls.alert.acknowledge, wrong, as)).rejects.toThrow('NotFound')
  expect((await open()).unacknowledged).toBe(2)
  await server.call(calls.alert.acknowledge, { projectId, ids: [one, two] }, as)
  expect(await open()).toEqual({ notice: 0, warning: 1, critical: 1, unacknowledged: 0 })
})

test('home pages are told open incidents and those that were opened in the last 24 hours, by level', async () => {
  const day = 24 * 3_600_000
  await addIncident({ opened_at: server.now() - day - 1 })
  await addIncident({ opened_at: server.now() - day + 60_000, level: 'notice', closed_at: server.now() })
  await addIncident({ opened_at: server.now(), level: 'warning', project_id: otherProjectId })
  const { open, lastDay } = await server.call(calls.alert.figures, { projectId }, as)
  expect(open).toEqual({ notice: 0, warning: 0, critical: 1, unacknowledged: 1 })
  expect(lastDay).toEqual({ notice: 1, warning: 0, critical: 0 })
  const { token } = await server.signIn('root', { isAdministrator: true })
  const administrator = { token, isAdministrator: true }
  const all = await server.call(calls.adminAlert.figures, {}, administrator)
  expect(all.lastDay).toEqual({ notice: 1, warning: 1, critical: 0 })
  await expect(server.call(calls.adminAlert.figures, {}, as)).rejects.toThrow('Forbidden')
  await expect(server.call(calls.alert.figures, { projectId }, other)).rejects.toThrow()
})

test('an incident has the curve of what it compared, of an expression too, and none once its monitor is gone', async () => {
  const now = Math.floor(server.now() / cadenceMs) * cadenceMs
  const series = ['used', 'idle'].map(counter => ({ counter, labels: {}, kind: 'gauge' as const }))
  const layout = { monitorId: monitor, projectId, section: 'cpu', part: 0, cadenceMs, series }
  const rows = Array.from({ length: 80 }, (_, index) => ({
    layout,
    slotMs: now - (80 - index) * cadenceMs,
    values: Float64Array.from([index < 40 ? 20 : 95, 5]),
  }))
  await server.services.timeSeries.write({ rows })
  const reading = (counter: string) => ({ counter, fn: 'value' })
  const counter = { kind: 'counter', section: 'cpu', reading: reading('used') }
  const sum = {
    kind: 'expression',
    section: 'cpu',
    left: reading('used'),
    operator: '+',
    right: reading('idle'),
    factor: 1,
  }
  const curve = async (indicator: object, changed: object = {}) => {
    const opened = { opened_at: now - 40 * cadenceMs, indicator: JSON.stringify(indicator), ...changed }
    const id = await addIncident(opened)
    return (await server.call(calls.alert.incidentCurve, { projectId, id }, as)).values
  }
  expect(new Set(await curve(counter))).toEqual(new Set([20, 95]))
  expect(new Set(await curve(sum))).toEqual(new Set([25, 100]))
  expect(await curve(counter, { labels: '{"core":"1"}' })).toEqual([])
  expect(await curve(counter, { monitor_id: randomUUID() })).toEqual([])
  expect(await curve({ kind: 'noData' })).toEqual([])
  const foreign = { projectId: otherProjectId, id: await addIncident() }
  await expect(server.call(calls.alert.incidentCurve, foreign, other)).rejects.toThrow('NotFound')
})

test('load tests that ran meanwhile are told to those who may view executions only', async () => {
  const id = await addIncident({ opened_at: 2_000, closed_at: 3_000 })
  await server.database
    .insertInto('runs')
    .values([{ ...testRunRow(projectId, 1), ended_at: 2_500 }, testRunRow(projectId, 2)])
    .execute()
  const get = (who: As) => server.call(calls.alert.incident, { projectId, id }, who)
  expect((await get(as)).runs?.map(({ number }) => number)).toEqual([1])
  const role = { projectId, name: 'monitoring', functions: ['monitor.view' as const] }
  const { id: roleId } = await server.call(calls.role.create, role, as)
  const watcherId = await server.addUser('watcher')
  await server.call(calls.member.add, { projectId, userIds: [watcherId], roleId }, as)
  const watcher = { token: (await server.signIn('watcher')).token, language: 'en' as const }
  expect((await get(watcher)).runs).toBeNull()
})

test('marks are the incidents of monitors that were open in a range', async () => {
  const id = await addIncident({ opened_at: 2_000, closed_at: 3_000, labels: '{"device":"sda"}' })
  const still = await addIncident({ opened_at: 2_500 })
  const asked = { projectId, monitorIds: [monitor], from: 3_000, to: 4_000 }
  expect(await server.call(calls.alert.marks, asked, as)).toMatchObject([
    { incidentId: id, from: 2_000, to: 3_000, labels: { device: 'sda' }, level: 'critical' },
    { incidentId: still, from: 2_500, to: null },
  ])
  expect(await server.call(calls.alert.marks, { ...asked, from: 1, to: 1_999 }, as)).toEqual([])
  const foreign = { ...asked, projectId: otherProjectId }
  expect(await server.call(calls.alert.marks, foreign, other)).toEqual([])
})

test('the administrator sees those of all projects, and nobody else does', async () => {
  const id = await addIncident()
  const { token } = await server.signIn('root', { isAdministrator: true })
  const administrator = { token, isAdministrator: true }
  const listed = await server.call(calls.adminAlert.incidents, {}, administrator)
  expect(listed.rows).toMatchObject([{ id, projectId, projectName: 'P' }])
  const others = { projectId: otherProjectId }
  expect((await server.call(calls.adminAlert.incidents, others, administrator)).total).toBe(0)
  expect((await server.call(calls.adminAlert.openCounts, {}, administrator)).critical).toBe(1)
  await expect(server.call(calls.adminAlert.incidents, {}, as)).rejects.toThrow('Forbidden')
})

test('another project sees nothing of them', async () => {
  const id = await addIncident()
  const foreign = { projectId: otherProjectId, id }
  await expect(server.call(calls.alert.incident, foreign, other)).rejects.toThrow('NotFound')
  await expect(server.call(calls.alert.comment, { ...foreign, text: 'x' }, other)).rejects.toThrow('NotFound')
  await expect(server.call(calls.alert.assign, { ...foreign, userId: null }, other)).rejects.toThrow(
    'NotFound',
  )
  const acknowledged = { projectId: otherProjectId, ids: [id] }
  await expect(server.call(calls.alert.acknowledge, acknowledged, other)).rejects.toThrow('NotFound')
  const rehearsed = { projectId: otherProjectId, monitorId: monitor, ruleId: null, content: usage() }
  await expect(server.call(calls.alert.rehearse, rehearsed, other)).rejects.toThrow('NotFound')
})
