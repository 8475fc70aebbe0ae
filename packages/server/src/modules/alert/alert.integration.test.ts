/** Alerts through their calls: rules, rehearsal, incidents and channels, and what another project sees. */
import { randomUUID } from 'node:crypto'
import type { AlertIndicator } from '@pone/alerts/rule.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { cadenceMs, usage } from './alert-harness.ts'

let server: TestServer
let as: As
let other: As
let projectId = ''
let otherProjectId = ''
let monitor = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  await server.addUser('other')
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

const content = usage({ scope: { kind: 'type', type: 'redis' } })
const ruleOf = (name: string, changed: object = {}) => ({
  name,
  isEnabled: true,
  level: 'warning' as const,
  labels: {},
  channelIds: [],
  content: { ...content, ...changed },
})
const save = (name: string, changed: object = {}, id: string | null = null, revision = 0) =>
  server.call(calls.alert.saveRule, { projectId, id, revision, rule: ruleOf(name, changed) }, as)
const usualTexts = { zh: null, en: null }
const usual = { templates: usualTexts, runTemplates: usualTexts, runNotices: [] }
const pages = { page: 1, pageSize: 10 as const, search: '' }

test('a rule is saved, listed, edited by who saw it last, and deleted', async () => {
  const saved = await save('CPU')
  expect(saved).toMatchObject({ name: 'CPU', revision: 1, open: 0, content: { max: 90 } })
  await expect(save('CPU')).rejects.toThrow('NameExists')
  const edited = await save('CPU', { max: 80 }, saved.id, 1)
  expect(edited).toMatchObject({ revision: 2, content: { max: 80 } })
  const maintenance = [{ from: 1, to: 2 }]
  await save('Renamed CPU', { max: 80, schedule: { ...content.schedule, maintenance } }, saved.id, 2)
  // Neither a name nor a schedule closes open incidents.
  const rows = await server.database.selectFrom('alert_rules').select('evaluation').execute()
  expect(rows).toEqual([{ evaluation: 2 }])
  await expect(save('CPU', { max: 70 }, saved.id, 1)).rejects.toThrow('EditedMeanwhile')
  const listed = await server.call(calls.alert.rules, { projectId, ...pages, search: 'cp' }, as)
  expect(listed.rows.map(({ id }) => id)).toEqual([saved.id])
  const one = { projectId, id: saved.id }
  expect(await server.call(calls.alert.rule, one, as)).toEqual(listed.rows[0])
  const foreign = { projectId: otherProjectId, id: saved.id }
  await expect(server.call(calls.alert.rule, foreign, other)).rejects.toThrow('NotFound')
  await server.call(calls.alert.deleteRules, { projectId, ids: [saved.id] }, as)
  expect((await server.call(calls.alert.rules, { projectId, ...pages }, as)).total).toBe(0)
  await expect(server.call(calls.alert.rule, one, as)).rejects.toThrow('NotFound')
  await expect(save('CPU', {}, saved.id, 2)).rejects.toThrow('NotFound')
})

test('a rule whose cycle holds fewer samples than it needs is refused', async () => {
  await expect(save('Never', { triggerCycleMinutes: 1, times: 5 })).rejects.toThrow('AlertNeverTriggers')
  await expect(save('No threshold', { max: null })).rejects.toThrow('BadInput')
})

test('a rehearsal tells of each series what the rule would have done, and what a change adds and removes', async () => {
  const now = Math.floor(server.now() / cadenceMs) * cadenceMs
  const layout = {
    monitorId: monitor,
    projectId,
    section: 'cpu',
    part: 0,
    cadenceMs,
    series: ['a', 'b'].map(core => ({ counter: 'used', labels: { core }, kind: 'gauge' as const })),
  }
  const rows = Array.from({ length: 240 }, (_, index) => ({
    layout,
    slotMs: now - (240 - index) * cadenceMs,
    values: Float64Array.from([index >= 40 && index < 60 ? 95 : 20, 85]),
  }))
  await server.services.timeSeries.write({ rows })
  const stored = await save('Rehearsed')
  const changed = { ...content, max: 80 }
  const asked = { projectId, monitorId: monitor, ruleId: stored.id, content: changed }
  const [one, two, ...none] = await server.call(calls.alert.rehearse, asked, as)
  expect(none).toEqual([])
  expect(one).toMatchObject({
    labels: { core: 'a' },
    curve: { at: expect.any(Array), values: expect.any(Array) },
    after: { samples: 240, breaches: 20 },
    added: [],
    removed: [],
  })
  expect(one?.after.notices.map(({ kind }) => kind)).toEqual(['triggered', 'recovered'])
  expect(two?.before?.notices).toEqual([])
  expect(two?.added.map(({ kind, value }) => [kind, value])[0]).toEqual(['triggered', 85])
  expect(new Set(one?.curve.values)).toEqual(new Set([20, 95]))
  expect(one?.curve.at.length).toBeLessThan(240)

  const reading = { counter: 'used', fn: 'value' as const }
  const twice = {
    kind: 'expression',
    section: 'cpu',
    left: reading,
    operator: '+',
    right: reading,
    factor: 1,
  }
  const expression = { ...asked, ruleId: null, content: { ...content, indicator: twice as AlertIndicator } }
  const [sum] = await server.call(calls.alert.rehearse, expression, as)
  expect(new Set(sum?.curve.values)).toEqual(new Set([40, 190]))
})

test('availability and missing data are rehearsed by how the collections of the monitor ended', async () => {
  const { id } = await server.call(
    calls.monitor.create,
    { projectId, name: 'away', type: 'redis', params: { host: 'away.test', port: 6379 } },
    as,
  )
  const minutesAgo = (count: number) => server.now() - count * 60_000
  const change = (atMs: number, cause: string | null) => ({
    monitorId: id,
    projectId,
    section: 'server',
    atMs,
    cause,
    detail: '',
  })
  await server.services.timeSeries.write({
    rows: [],
    states: [change(minutesAgo(60), null), change(minutesAgo(40), 'refused'), change(minutesAgo(30), null)],
  })
  const rehearsed = async (indicator: AlertIndicator, limits: object) => {
    const asked = { ...content, ...limits, indicator, scope: { kind: 'monitors' as const, monitorIds: [id] } }
    const [only] = await server.call(
      calls.alert.rehearse,
      { projectId, monitorId: id, ruleId: null, content: asked },
      as,
    )
    const notices = only?.after.notices.map(({ kind, at }) => [
      kind,
      Math.round((server.now() - at) / 60_000),
    ])
    return { notices, values: only?.curve.values ?? [] }
  }
  const down = await rehearsed(
    { kind: 'availability' },
    { max: null, min: 1, times: 1, silentCycleMinutes: 0 },
  )
  expect(down.notices?.[0]).toEqual(['triggered', 40])
  expect(down.notices?.at(-1)).toEqual(['recovered', 30])
  expect(new Set(down.values)).toEqual(new Set([0, 1]))
  const silent = await rehearsed({ kind: 'noData' }, { max: 300, min: null, times: 1, silentCycleMinutes: 0 })
  expect(silent.notices?.[0]?.[0]).toBe('triggered')
  expect(silent.notices?.[0]?.[1]).toBeLessThanOrEqual(35)
  expect(silent.notices?.at(-1)?.[0]).toBe('recovered')
  const longest = Math.max(...silent.values.map(value => value ?? 0))
  expect([longest > 570, longest <= 600]).toEqual([true, true])
})

test('a channel is stored without ever telling its settings, and a test reaches no private address', async () => {
  const settings = {
    kind: 'webhook' as const,
    url: 'http://127.0.0.1:9/secret-path',
    secret: 'a long secret',
  }
  const given = { projectId, id: null, name: 'Ours', language: 'en' as const, isEnabled: true, ...usual }
  await expect(server.call(calls.alert.saveChannel, { ...given, settings: null }, as)).rejects.toThrow(
    'AlertChannelSettingsMissing',
  )
  const saved = await server.call(calls.alert.saveChannel, { ...given, settings }, as)
  const renamed = { ...given, id: saved.id, name: 'Renamed', settings: null }
  expect(await server.call(calls.alert.saveChannel, renamed, as)).toMatchObject({
    kind: 'webhook',
    host: '127.0.0.1:9',
  })
  const told = JSON.stringify(await server.call(calls.alert.channels, { projectId }, as))
  expect(told).toContain('Renamed')
  expect(told).not.toMatch(/secret/)
  const tested = await server.call(calls.alert.testChannel, { projectId, id: saved.id }, as)
  expect(tested).toMatchObject({
    isAccepted: false,
    fault: toldCause('noticePrivateAddress', { host: '127.0.0.1' }),
  })
  expect(await server.call(calls.alert.deliveries, { projectId, id: saved.id }, as)).toEqual([tested])
  const foreign = { projectId: otherProjectId, id: saved.id }
  await expect(server.call(calls.alert.testChannel, foreign, other)).rejects.toThrow('NotFound')
  await expect(server.call(calls.alert.deliveries, foreign, other)).rejects.toThrow('NotFound')
  expect(
    await server.call(calls.alert.deleteChannels, { projectId: otherProjectId, ids: [saved.id] }, other),
  ).toEqual({})
  expect(await server.call(calls.alert.channels, { projectId }, as)).toHaveLength(1)
  const telling = { ...ruleOf('Telling'), channelIds: [saved.id] }
  const foreignRule = { projectId: otherProjectId, id: null, revision: 0, rule: telling }
  await expect(server.call(calls.alert.saveRule, foreignRule, other)).rejects.toThrow('NotFound')
  expect((await server.call(calls.alert.rules, { projectId: otherProjectId, ...pages }, other)).total).toBe(0)
  const rule = await server.call(
    calls.alert.saveRule,
    { projectId, id: null, revision: 0, rule: telling },
    as,
  )
  expect(rule.channelIds).toEqual([saved.id])
})

test('rules are filtered and ordered, and switched on and off several at once', async () => {
  const one = await save('A rule', { scope: { kind: 'monitors', monitorIds: [monitor] } })
  const two = await save('B rule', { scope: { kind: 'type', type: 'host' } })
  const names = async (filter: object) =>
    (await server.call(calls.alert.rules, { projectId, ...pages, search: ' rule', ...filter }, as)).rows.map(
      ({ name }) => name,
    )
  expect(await names({})).toEqual(['A rule', 'B rule'])
  expect(await names({ descending: true })).toEqual(['B rule', 'A rule'])
  expect(await names({ monitorId: monitor })).toEqual(['A rule'])
  expect(await names({ monitorId: randomUUID() })).toEqual([])
  expect(await names({ level: 'critical' })).toEqual([])
  const wrong = { projectId, ids: [one.id, randomUUID()], isEnabled: false }
  await expect(server.call(calls.alert.setRulesEnabled, wrong, as)).rejects.toThrow('NotFound')
  expect(await names({ isEnabled: false })).toEqual([])
  await server.call(calls.alert.setRulesEnabled, { ...wrong, ids: [one.id, two.id] }, as)
  expect(await names({ isEnabled: false, sort: 'level' })).toEqual(['A rule', 'B rule'])
  const foreign = { projectId: otherProjectId, ids: [one.id], isEnabled: true }
  await expect(server.call(calls.alert.setRulesEnabled, foreign, other)).rejects.toThrow('NotFound')
})

test('among 10,000 rules those of a type, a group and a monitor are found, a page at a time', async () => {
  const { id: groupId } = await server.call(calls.monitor.createGroup, { projectId, name: 'Shop' }, as)
  await server.database.updateTable('monitors').set({ group_id: groupId }).where('id', '=', monitor).execute()
  const stored = (scope: object) => JSON.stringify(usage({ scope }))
  await sql`
    insert into alert_rules (
      id, project_id, name, is_enabled, level, labels, channel_ids, content, evaluation, revision,
      created_by, created_at, updated_by, updated_at
    )
    select gen_random_uuid(), ${projectId}::uuid, 'Bulk ' || lpad(number::text, 5, '0'), true, 'notice', '{}', '[]',
      case number
        when 9000 then ${stored({ kind: 'type', type: 'redis' })}::jsonb
        when 9001 then ${stored({ kind: 'group', groupId })}::jsonb
        when 9002 then ${stored({ kind: 'monitors', monitorIds: [randomUUID(), monitor] })}::jsonb
        else ${stored({ kind: 'type', type: 'host' })}::jsonb
      end, 1, 1, 'test', 1, 'test', number
    from generate_series(1, 9_900) as number`.execute(server.database)
  const page = async (filter: object) => {
    const asked = { projectId, ...pages, search: 'bulk', ...filter }
    const { total, rows } = await server.call(calls.alert.rules, asked, as)
    return { total, names: rows.map(({ name }) => name) }
  }
  expect(await page({ monitorId: monitor })).toEqual({
    total: 3,
    names: ['Bulk 09000', 'Bulk 09001', 'Bulk 09002'],
  })
  const last = await page({ page: 990 })
  expect([last.total, last.names.at(-1)]).toEqual([9_900, 'Bulk 09900'])
  expect((await page({ sort: 'updatedAt', descending: true })).names[0]).toBe('Bulk 09900')
  const [counted] = (await server.call(calls.alert.rules, { projectId, ...pages, search: '05000' }, as)).rows
  const state = { monitor_id: monitor, labels_hash: 'x', labels: '{}', evaluation: 1, state: '{}' }
  await server.database
    .insertInto('alert_states')
    .values({ ...state, rule_id: counted?.id ?? '', project_id: projectId, phase: 'silent', is_live: true })
    .execute()
  expect((await page({ sort: 'open', descending: true })).names[0]).toBe('Bulk 05000')
  await server.database.deleteFrom('alert_rules').where('name', 'like', 'Bulk %').execute()
})

describe('messages of channels', () => {
  const preview = (template: object | null, kind = 'mail' as const) =>
    server.call(
      calls.alert.previewNotice,
      { projectId, kind, language: 'zh', notice: 'recovered', template: template as null },
      as,
    )

  test('a preview shows the usual text or the template, filled in', async () => {
    const usual = await preview(null)
    expect(usual.title).toContain('告警恢复')
    expect(usual.html).toContain('<h1')
    const told = await preview({ title: '{rule} {value} {event}', text: '{monitor}\n{labels}' })
    expect(told).toMatchObject({ title: 'CPU 41.5 告警恢复', text: 'shop-host-1\ndevice=sda' })
  })

  test('notices of load tests are previewed with their own template and placeholders', async () => {
    const ofRun = (runTemplate: { title: string; text: string } | null, kind: 'mail' | 'slack' = 'mail') =>
      server.call(
        calls.alert.previewNotice,
        { projectId, kind, language: 'en', notice: 'slaBreached', template: null, runTemplate },
        as,
      )
    const usual = await ofRun(null)
    expect(usual.title).toBe('[SLA rule violated] Checkout #12')
    expect(usual.html).toContain('<h1')
    const given = await ofRun({ title: '{event}: {scenario}', text: '{number} <b>' })
    expect(given).toMatchObject({ title: 'SLA rule violated: Checkout', text: '12 <b>' })
    expect(given.html).toContain('12 &lt;b&gt;')
    expect((await ofRun(null, 'slack')).html).toBeNull()
    await expect(ofRun({ title: '{monitor}', text: '' })).rejects.toThrow('BadInput')
  })

  test('a template with an unknown placeholder is refused', async () => {
    await expect(preview({ title: '{rulle}', text: '' })).rejects.toThrow('BadInput')
  })

  test('the password of a mail channel is never told, and is kept for its own server only', async () => {
    const mail = {
      kind: 'mail' as const,
      host: 'mail.test',
      port: 465,
      security: 'tls' as const,
      user: 'pone',
      password: 'hidden word',
      from: 'pone@shop.test',
      recipients: ['ops@shop.test'],
    }
    const given = { projectId, id: null, name: 'Mail', language: 'en' as const, isEnabled: true, ...usual }
    const saveAs = (settings: object, id: string | null = null) =>
      server.call(calls.alert.saveChannel, { ...given, id, settings: { ...mail, ...settings } }, as)
    await expect(saveAs({ recipients: [] })).rejects.toThrow('AlertRecipientsMissing')
    await expect(saveAs({ password: null })).rejects.toThrow('AlertPasswordNeeded')
    const saved = await saveAs({})
    expect(saved).toMatchObject({
      kind: 'mail',
      host: 'mail.test',
      mail: { user: 'pone', hasPassword: true },
    })
    const kept = await saveAs({ password: null, recipients: ['more@shop.test'] }, saved.id)
    expect(kept.mail).toMatchObject({ hasPassword: true, recipients: ['more@shop.test'] })
    for (const changed of [{ host: 'evil.test' }, { port: 25 }, { security: 'none' }, { user: 'x' }])
      await expect(saveAs({ password: null, ...changed }, saved.id)).rejects.toThrow('AlertPasswordNeeded')
    const told = JSON.stringify(await server.call(calls.alert.channels, { projectId }, as))
    expect(told).not.toContain('hidden word')
  })
})
