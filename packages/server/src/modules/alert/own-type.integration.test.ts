/** Rules on monitors of a type of one's own: notices, incidents and rules call its counters by the names in the type. */
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { cadenceMs, usage } from './alert-harness.ts'
import { messageOf } from './channels/message.ts'

const definition = `
name: hotel
category: custom
names: { zh: 旅馆, en: Hotel }
triedOn: [hotel 1.0]
transport: http
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, required: true }
  - { key: port, type: number, names: { zh: 端口, en: Port }, required: true }
sections:
  - key: state
    names: { zh: 状态, en: State }
    answersAvailability: true
    request:
      path: /state
      answer: { format: text, expression: 'Rooms in use: (?<rooms>\\d+)' }
    counters:
      - { key: rooms, kind: gauge, unit: '%', names: { zh: 使用中的房间, en: Rooms in use }, help: { zh: 房间, en: Rooms } }
charts:
  - { key: rooms, names: { zh: 房间, en: Rooms }, style: line, unit: '%', counters: [state.rooms] }
`
const names = { zh: '使用中的房间', en: 'Rooms in use' }

let server: TestServer
let as: As
let projectId = ''
let monitorId = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  await server.addUser('chief', true)
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  const chief = { token: (await server.signIn('chief', { isAdministrator: true })).token }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  await server.call(calls.monitorType.create, { text: definition }, { ...chief, isAdministrator: true })
  const params = { host: 'hotel.test', port: 80 }
  const monitor = { projectId, name: 'Ritz', type: 'hotel', params }
  monitorId = (await server.call(calls.monitor.create, monitor, as)).id
})
afterAll(() => server.close())

const indicator = { kind: 'counter', section: 'state', reading: { counter: 'rooms' } }
const saved = async (name: string, scope: object, channelIds: string[] = []) =>
  await server.call(
    calls.alert.saveRule,
    {
      projectId,
      id: null,
      revision: 0,
      rule: {
        name,
        isEnabled: true,
        level: 'warning',
        labels: {},
        channelIds,
        content: usage({ scope, indicator, times: 1 }),
      },
    },
    as,
  )

/** Stores a value of the monitor as the intake does. */
async function store(rooms: number): Promise<void> {
  const layout = {
    monitorId,
    projectId,
    section: 'state',
    part: 0,
    cadenceMs,
    series: [{ counter: 'rooms', labels: {}, kind: 'gauge' as const }],
  }
  const rows = [{ layout, slotMs: server.now(), values: Float64Array.from([rooms]) }]
  const monitors = [
    {
      id: monitorId,
      projectId,
      type: 'hotel',
      groupId: null,
      expectedMs: 15_000,
      frequencyMs: cadenceMs,
      definition: undefined,
    },
  ]
  const evaluation = await server.services.alertIntake.prepare(rows, monitors)
  await server.services.timeSeries.write({ rows }, async transaction => {
    await evaluation.evaluate(transaction)
    return true
  })
  evaluation.stored()
}

test('its counters have their names and unit in rules, incidents and notices', async () => {
  const settings = { kind: 'slack' as const, url: 'http://127.0.0.1:1/' }
  const channel = await server.call(
    calls.alert.saveChannel,
    {
      projectId,
      id: null,
      name: 'Duty',
      language: 'zh',
      isEnabled: true,
      settings,
      templates: { zh: null, en: null },
      runTemplates: { zh: null, en: null },
      runNotices: [],
    },
    as,
  )
  const ofMonitor = await saved('One', { kind: 'monitors', monitorIds: [monitorId] }, [channel.id])
  const ofType = await saved('All', { kind: 'type', type: 'hotel' })
  expect([ofMonitor, ofType].map(rule => rule.indicatorNames)).toEqual([
    { names, unit: '%' },
    { names, unit: '%' },
  ])
  const { rows: rules } = await server.call(calls.alert.rules, { projectId }, as)
  expect(rules.map(rule => rule.indicatorNames?.names)).toEqual([names, names])

  await store(95)
  const { rows: incidents } = await server.call(calls.alert.incidents, { projectId }, as)
  expect(incidents.map(incident => incident.indicatorNames)).toEqual([
    { names, unit: '%' },
    { names, unit: '%' },
  ])
  const [notice] = await server.database.selectFrom('alert_outbox').select('content').execute()
  const told = { template: null, runTemplate: null, publicUrl: null, now: 0 }
  const of = (language: 'zh' | 'en') =>
    messageOf(notice === undefined ? [] : [notice.content], { ...told, language }).text
  expect(of('en')).toContain('Indicator: Rooms in use\nThresholds: > 90 %\nValue: 95 %')
  expect(of('zh')).toContain('指标: 使用中的房间\n阈值: > 90 %\n当前值: 95 %')
})
