/** Types of administrators: written, tried and collected on a real target, changed, and attacked. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type As, createTestServer } from '../../test-server.ts'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'
import { createMonitorTypeRepository } from './monitor-type.repository.ts'
import { differences } from './monitor-type.service.ts'

let harness: MonitorHarness
let agent: MonitorAgentProcess
let target: Server
let admin: As
let port = 0
let visits = 0
/** A page in words, as devices have them. */
const page = () => `Visits: ${(visits += 7)}\nRooms in use: 3 of 12\n`

beforeAll(async () => {
  target = createServer((request, response) => {
    response.end(request.url === '/state' ? page() : 'x'.repeat(1_000))
  }).listen(0, '127.0.0.1')
  harness = await createMonitorHarness()
  agent = await harness.startAgent('first')
  ;({ port } = target.address() as AddressInfo)
  const server = harness.server()
  await server.addUser('chief', true)
  const { token } = await server.signIn('chief', { isAdministrator: true })
  admin = { token, isAdministrator: true, language: 'en' }
}, 120_000)
afterAll(async () => {
  await harness.close()
  target.close()
})

const counters = `
      - { key: visits, kind: counter, unit: count, names: { zh: 访问, en: Visits }, help: { zh: 访问数, en: Number of visits } }
      - { key: rooms, kind: gauge, unit: count, names: { zh: 房间, en: Rooms }, help: { zh: 使用中的房间, en: Rooms in use } }`
const text = (given: { name?: string; counters?: string; expression?: string; charts?: string } = {}) => `
name: ${given.name ?? 'hotel'}
category: custom
names: { zh: 旅馆, en: Hotel }
triedOn: [hotel 1.0]
transport: http
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, required: true }
  - { key: port, type: number, names: { zh: 端口, en: Port }, required: true }
  - { key: door, type: password, names: { zh: 密码, en: Password }, isSecret: true }
sections:
  - key: state
    names: { zh: 状态, en: State }
    answersAvailability: true
    request:
      path: /state
      answer: { format: text, expression: '${given.expression ?? String.raw`Visits: (?<visits>\d+)\nRooms in use: (?<rooms>\d+) of (?<all>\d+)`}' }
    counters:${given.counters ?? counters}
charts:
  - { key: visits, names: { zh: 访问, en: Visits }, style: line, unit: count/s, counters: [state.visits] }
  - { key: rooms, names: { zh: 房间, en: Rooms }, style: line, unit: count, counters: [${given.charts ?? 'state.rooms'}] }
`
const two = text({
  counters: `${counters}
      - { key: all, kind: gauge, unit: count, names: { zh: 全部, en: All }, help: { zh: 全部房间, en: All rooms } }`,
  charts: 'state.rooms, state.all',
})

const list = async () => harness.server().call(calls.monitorType.list, {}, admin)

describe('a type of an administrator', () => {
  it('is checked with places, in both languages', async () => {
    const broken = text().replace('kind: gauge', 'kind: gage')
    const { definition, problems } = await harness
      .server()
      .call(calls.monitorType.check, { text: broken }, admin)
    expect(definition).toBeNull()
    expect(problems).toMatchObject([{ line: 20, path: 'sections[0].counters[1].kind' }])
    expect(problems[0]?.text.zh).toContain('应为以下之一')
    const refused = await harness.server().fail(calls.monitorType.create, { text: broken }, admin)
    expect(refused).toMatchObject({ code: 'MonitorTypeInvalid' })
    expect(refused.message).toContain('Line 20')
  })

  it('is tried on a real target before it is saved, with values of three rounds', async () => {
    const server = harness.server()
    expect(await server.call(calls.monitorType.agents, {}, admin)).toMatchObject([{ name: 'first' }])
    const params = { host: '127.0.0.1', port }
    const order = { text: text(), params, agentId: agent.id }
    const { id } = await server.call(calls.monitorType.startTrial, order, admin)
    await expect
      .poll(async () => (await server.call(calls.monitorType.trialResult, { id }, admin)).isEnded, {
        timeout: 20_000,
      })
      .toBe(true)
    const trial = await server.call(calls.monitorType.trialResult, { id }, admin)
    // A proxy may send the page's next request to another server.
    const other = await createTestServer({ database: harness.database.database })
    expect(await other.call(calls.monitorType.trialResult, { id }, admin)).toEqual(trial)
    await other.close()
    const { steps, rounds } = trial
    expect(steps.find(({ key }) => key === 'state')).toMatchObject({
      isOk: true,
      counters: ['visits', 'rooms'],
    })
    const visited = rounds.map(({ values }) => values.find(({ counter }) => counter === 'visits')?.value)
    expect(visited).toHaveLength(3)
    expect(Number(visited[2]) - Number(visited[1])).toBeGreaterThanOrEqual(7)
    const wrong = { ...order, params: { ...params, door: 7 } }
    expect(await server.fail(calls.monitorType.startTrial, wrong, admin)).toMatchObject({
      code: 'MonitorParamInvalid',
    })
  }, 120_000)

  it('is collected, keeps its version, and gets a new one when told', async () => {
    const server = harness.server()
    const { projectId, as } = harness
    const made = await server.call(calls.monitorType.create, { text: text() }, admin)
    expect(made).toMatchObject({ name: 'hotel', version: 1, monitors: 0, isActive: true, isBuiltIn: false })
    const [usable] = await server.call(calls.monitorType.usable, { projectId }, as)
    expect(usable).toMatchObject({ definition: { name: 'hotel', version: 1 }, isOffered: true })

    const params = { host: '127.0.0.1', port, door: 'secret' }
    const input = { projectId, name: 'Ritz', type: 'hotel', frequencyMs: 1_000, agentId: agent.id, params }
    const { id, typeVersion } = await server.call(calls.monitor.create, input, as)
    expect(typeVersion).toBe(1)
    await server.call(calls.monitor.start, { projectId, ids: [id] }, as)
    await harness.monitor(id, ({ state, lastAt }) => state === 'up' && lastAt !== null)
    const newest = async () => {
      const [latest] = await server.call(calls.monitor.latest, { projectId, ids: [id] }, as)
      return new Map(latest?.values.map(({ counter, value }) => [counter, value]))
    }
    await expect.poll(async () => (await newest()).get('visits'), { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await newest()).get('rooms')).toBe(3)
    expect(
      await server.call(calls.monitorView.findAllCounterByType, { projectId, type: 'hotel' }, as),
    ).toMatchObject([{ key: 'visits', unit: 'count/s' }, { key: 'rooms' }])

    const second = await server.call(
      calls.monitorType.update,
      { name: 'hotel', text: two, version: 1 },
      admin,
    )
    expect(second).toMatchObject({ version: 2, monitors: 1, monitorsOfOlder: 1 })
    const stale = { name: 'hotel', text: text(), version: 1 }
    expect(await server.fail(calls.monitorType.update, stale, admin)).toMatchObject({
      code: 'EditedMeanwhile',
    })
    expect((await server.call(calls.monitor.get, { projectId, id }, as)).typeVersion).toBe(1)
    const both = await server.call(calls.monitorType.usable, { projectId }, as)
    expect(both.map(({ definition, isOffered }) => [definition['version'], isOffered])).toEqual([
      [2, true],
      [1, false],
    ])
    const to = { name: 'hotel', version: 2 }
    expect(await server.call(calls.monitorType.changes, to, admin)).toEqual({
      added: ['state.all'],
      removed: [],
      changed: [],
      monitors: 1,
    })
    // What was edited since it was read is not moved, so that the edit stays.
    const repository = createMonitorTypeRepository(harness.database.database)
    const read = await repository.ofOtherVersions('hotel', 2)
    const { revision } = await server.call(calls.monitor.get, { projectId, id }, as)
    await server.call(calls.monitor.edit, { projectId, id, revision, name: 'Ritz Paris' }, as)
    expect(await repository.moveTo(2, read, { sections: ['state'], by: 'chief', at: 1 })).toEqual([])
    expect(await server.call(calls.monitorType.updateMonitors, to, admin)).toEqual({ updated: 1, kept: [] })
    expect((await server.call(calls.monitor.get, { projectId, id }, as)).name).toBe('Ritz Paris')
    expect((await server.call(calls.monitor.get, { projectId, id }, as)).typeVersion).toBe(2)
    await expect.poll(async () => (await newest()).get('all'), { timeout: 20_000 }).toBe(12)

    const inUse = await server.fail(calls.monitorType.delete, { name: 'hotel' }, admin)
    expect(inUse).toMatchObject({ code: 'MonitorTypeUsed' })
    expect(inUse.message).toContain('used by 1 monitors')
    await server.call(calls.monitorType.setActive, { name: 'hotel', isActive: false }, admin)
    expect(await server.fail(calls.monitor.create, { ...input, name: 'Savoy' }, as)).toMatchObject({
      code: 'MonitorTypeUnknown',
    })
    await server.call(calls.monitor.stop, { projectId, ids: [id] }, as)
    await server.call(calls.monitor.delete, { projectId, ids: [id] }, as)
    await server.call(calls.monitorType.delete, { name: 'hotel' }, admin)
    expect((await list()).some(({ name }) => name === 'hotel')).toBe(false)
    const again = await server.call(calls.monitorType.create, { text: text() }, admin)
    expect(again.version).toBe(3)
  }, 120_000)

  it('has its former text again when it is restored', async () => {
    const server = harness.server()
    const { version } = await server.call(calls.monitorType.create, { text: text({ name: 'inn' }) }, admin)
    const other = text({ name: 'inn' }).replace('hotel 1.0', 'inn 2.0')
    await server.call(calls.monitorType.update, { name: 'inn', text: other, version }, admin)
    const restored = await server.call(calls.monitorType.restore, { name: 'inn', version }, admin)
    expect(restored).toMatchObject({ version: 3, triedOn: ['hotel 1.0'] })
    expect(restored.versions.map(each => each.version)).toEqual([3, 2, 1])
    const old = await server.call(calls.monitorType.get, { name: 'inn', version: 2 }, admin)
    expect(old).toMatchObject({ shown: 2, text: other })
  })

  it('cannot take a name that is in use', async () => {
    const fail = (given: string) => harness.server().fail(calls.monitorType.create, { text: given }, admin)
    expect((await fail(text({ name: 'redis' }))).message).toContain('name of a built-in type')
    expect((await fail(text({ name: 'inn' }))).message).toContain('There is a type inn already')
  })
})

it('built-in types are listed with their text, and are not changed', async () => {
  const server = harness.server()
  const all = await list()
  expect(all.find(({ name }) => name === 'redis')).toMatchObject({ isBuiltIn: true, isActive: true })
  const { text: yaml } = await server.call(calls.monitorType.get, { name: 'redis' }, admin)
  const copy = yaml.replace('name: redis', 'name: my-redis')
  expect((await server.call(calls.monitorType.check, { text: copy }, admin)).problems).toEqual([])
  for (const change of [
    server.fail(calls.monitorType.delete, { name: 'redis' }, admin),
    server.fail(calls.monitorType.setActive, { name: 'redis', isActive: false }, admin),
    server.fail(calls.monitorType.update, { name: 'redis', text: yaml, version: 1 }, admin),
  ])
    expect(await change).toMatchObject({ code: 'NotFound' })
})

it('users read what their project may use, and nothing else', async () => {
  const server = harness.server()
  const { as } = harness
  const refusals = await Promise.all([
    server.fail(calls.monitorType.list, {}, as),
    server.fail(calls.monitorType.create, { text: text({ name: 'mine' }) }, as),
    server.fail(calls.monitorType.startTrial, { text: text(), params: {}, agentId: agent.id }, as),
  ])
  for (const { code } of refusals) expect(code).not.toBe('NotFound')
  expect((await list()).some(({ name }) => name === 'mine')).toBe(false)
})

it('an expression that takes long on the target’s answer ends as a cause, and the agent works on', async () => {
  const server = harness.server()
  const slow = text({ name: 'slow', expression: '(?<visits>(x+x+)+y)(?<rooms>z)' }).replace('/state', '/long')
  const params = { host: '127.0.0.1', port }
  const { id } = await server.call(
    calls.monitorType.startTrial,
    { text: slow, params, agentId: agent.id },
    admin,
  )
  await expect
    .poll(async () => (await server.call(calls.monitorType.trialResult, { id }, admin)).isEnded, {
      timeout: 20_000,
    })
    .toBe(true)
  const { steps } = await server.call(calls.monitorType.trialResult, { id }, admin)
  expect(steps.find(({ key }) => key === 'state')).toMatchObject({
    isOk: false,
    problem: { cause: 'wrongProduct' },
  })
}, 120_000)

it('differences of versions are by what values mean', () => {
  const typeOf = (sectionCounters: object[]) =>
    ({ sections: [{ key: 's', counters: sectionCounters, computed: [] }] }) as unknown as MonitorType
  const before = typeOf([
    { key: 'a', kind: 'gauge', unit: 'count' },
    { key: 'b', kind: 'gauge', unit: 'count' },
  ])
  const after = typeOf([
    { key: 'b', kind: 'counter', unit: 'count' },
    { key: 'c', kind: 'gauge', unit: '' },
  ])
  expect(differences([before], after)).toEqual({ added: ['s.c'], removed: ['s.a'], changed: ['s.b'] })
})
