/** Chart groups through their calls: rules, two editors, curves of several monitors from the storage, and what another project sees. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import {
  type ChartGroupContent,
  type GroupChart,
  maxChartGroups,
  maxGroupChartSeries,
  maxGroupCharts,
} from '@pone/contract/entities/chart-group.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeriesKey } from '../../adapters/time-series/time-series.ts'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'

const cadenceMs = 5_000
const minuteMs = 60_000
let server: TestServer
let as: As
let other: As
let projectId = ''
let otherProjectId = ''
/** Two of Redis; the third is of another project. */
let [cache, queue, foreign] = ['', '', '']
/** A slot; all samples are at most ten minutes before it. */
let now = 0

const make = async (project: string, name: string, who: As): Promise<string> => {
  const fields = { name, type: 'redis', params: { host: 'cache.test', port: 6379 }, frequencyMs: cadenceMs }
  return (await server.call(calls.monitor.create, { projectId: project, ...fields }, who)).id
}

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  await server.addUser('other')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  other = { token: (await server.signIn('other')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  otherProjectId = (await server.call(calls.project.create, { name: 'O', code: 'O' }, other)).id
  cache = await make(projectId, 'cache', as)
  queue = await make(projectId, 'queue', as)
  foreign = await make(otherProjectId, 'foreign', other)
  now = Math.floor(server.now() / minuteMs) * minuteMs
  // As if they had been made an hour before their first start.
  await server.database
    .updateTable('monitors')
    .set({ created_at: now - 60 * minuteMs })
    .execute()
  await server.call(calls.monitor.start, { projectId, ids: [cache, queue] }, as)
})
afterAll(() => server.close())

/** Stores samples of a section from minutes before now to minutes before now. */
async function store(
  monitorId: string,
  section: string,
  keys: readonly SeriesKey[],
  valuesAt: (slot: number) => readonly number[],
  { project = projectId, fromMin = 5, toMin = 0 } = {},
): Promise<void> {
  const layout = { monitorId, projectId: project, section, part: 0, cadenceMs, series: keys }
  const count = ((fromMin - toMin) * minuteMs) / cadenceMs
  const rows = Array.from({ length: count }, (_, slot) => ({
    layout,
    slotMs: now - fromMin * minuteMs + slot * cadenceMs,
    values: Float64Array.from(valuesAt(slot)),
  }))
  expect((await server.services.timeSeries.write({ rows })).stored).toBe(count)
}
const gauge = (name: string, labels: Record<string, string> = {}): SeriesKey => ({
  counter: name,
  labels,
  kind: 'gauge',
})

const chart = (id: string, given: Partial<GroupChart> = {}): GroupChart => ({
  id,
  title: '',
  style: null,
  place: { x: 0, y: 0, width: 6, height: 6 },
  counters: [
    {
      source: { kind: 'monitor', monitorId: cache, name: 'former name' },
      type: 'redis',
      section: 'server',
      counter: 'connected_clients',
      labels: {},
    },
  ],
  ...given,
})
const content = (...charts: GroupChart[]): ChartGroupContent => ({ style: 'line', charts, variables: [] })
const save = (name: string, given: object = {}) =>
  server.call(
    calls.chartGroup.save,
    { projectId, id: null, revision: 0, name, content: content(chart('a')), ...given },
    as,
  )
const asked = (monitorId: string, counter: string, given: object = {}) => ({
  monitorId,
  section: 'server',
  counter,
  labels: {},
  ...given,
})
const figures = (charts: { id: string; counters: ReturnType<typeof asked>[] }[], given: object = {}) =>
  server.call(
    calls.chartGroup.figures,
    { projectId, from: now - 5 * minuteMs, to: now, points: 60, charts, ...given },
    as,
  )

it('is saved with the present names of its monitors, listed, copied and deleted', async () => {
  const group = await save('Caches')
  expect(group).toMatchObject({ name: 'Caches', style: 'line', revision: 1, createdBy: 'manager' })
  expect(group.charts[0]?.counters[0]?.source).toEqual({ kind: 'monitor', monitorId: cache, name: 'cache' })
  expect(await server.call(calls.chartGroup.get, { projectId, id: group.id }, as)).toEqual(group)
  const copy = await server.call(calls.chartGroup.copy, { projectId, id: group.id }, as)
  expect(copy).toMatchObject({ charts: group.charts, revision: 1 })
  expect(copy.name).not.toBe('Caches')
  const { rows } = await server.call(calls.chartGroup.list, { projectId, search: 'caches' }, as)
  expect(rows.map(({ name, charts }) => [name, charts])).toEqual([
    ['Caches', 1],
    [copy.name, 1],
  ])
  const ids = [group.id, copy.id]
  expect(
    await server.fail(calls.chartGroup.delete, { projectId, ids: [...ids, randomUUID()] }, as),
  ).toMatchObject({ code: 'NotFound' })
  expect(await server.call(calls.chartGroup.names, { projectId }, as)).toHaveLength(2)
  await server.call(calls.chartGroup.delete, { projectId, ids }, as)
  expect(await server.call(calls.chartGroup.names, { projectId }, as)).toEqual([])
})

it('needs a name that no other group of the project has', async () => {
  const { id } = await save('Orders')
  const fail = (fields: object) =>
    server.fail(
      calls.chartGroup.save,
      { projectId, id: null, revision: 0, name: 'Orders', content: content(), ...fields },
      as,
    )
  expect(await fail({})).toMatchObject({ code: 'NameExists' })
  expect(await fail({ name: ' ' })).toMatchObject({ code: 'BadInput' })
  const mine = await save('Payments')
  expect(await fail({ id: mine.id, revision: 1 })).toMatchObject({ code: 'NameExists' })
  const theirs = { projectId: otherProjectId, id: null, revision: 0, name: 'Orders', content: content() }
  expect(await server.call(calls.chartGroup.save, theirs, other)).toMatchObject({ name: 'Orders' })
  await server.call(calls.chartGroup.delete, { projectId, ids: [id, mine.id] }, as)
})

it('keeps what the first of two editors saved', async () => {
  const group = await save('Shared')
  const edit = (name: string, revision: number) => ({ id: group.id, name, revision })
  expect(await save('First', edit('First', 1))).toMatchObject({ revision: 2, name: 'First' })
  const late = { projectId, content: content(), ...edit('Second', 1) }
  expect(await server.fail(calls.chartGroup.save, late, as)).toMatchObject({ code: 'EditedMeanwhile' })
  expect(await server.call(calls.chartGroup.get, { projectId, id: group.id }, as)).toMatchObject({
    name: 'First',
    revision: 2,
  })
  await server.call(calls.chartGroup.delete, { projectId, ids: [group.id] }, as)
})

it('refuses content that cannot be shown', async () => {
  const { counters } = chart('a')
  const source = { kind: 'variable' as const, variable: 'gone' }
  const missing = chart('a', { counters: counters.map(counter => ({ ...counter, source })) })
  const refused = [
    content(chart('a'), chart('a')),
    content(missing),
    content(chart('a', { counters: [] })),
    content(chart('a', { place: { x: 8, y: 0, width: 6, height: 6 } })),
    content(...Array.from({ length: maxGroupCharts + 1 }, (_, at) => chart(`c${at}`))),
  ]
  for (const each of refused)
    expect(
      await server.fail(
        calls.chartGroup.save,
        { projectId, id: null, revision: 0, name: 'Bad', content: each },
        as,
      ),
    ).toMatchObject({ code: 'BadInput' })
})

it('draws counters of several monitors at common instants, rates of counters, and gaps as gaps', async () => {
  const keys: SeriesKey[] = [
    gauge('connected_clients'),
    { counter: 'total_commands_processed', labels: {}, kind: 'counter' },
  ]
  await store(cache, 'server', keys, slot => [10, slot * 500])
  await store(queue, 'server', keys, () => [3, 0], { fromMin: 5, toMin: 3 })
  const counters = [cache, queue, foreign].map(id => asked(id, 'connected_clients'))
  const answer = await figures([
    { id: 'clients', counters },
    { id: 'commands', counters: [asked(cache, 'total_commands_processed')] },
  ])
  const [clients, commands] = answer.charts
  expect(clients?.series.map(({ monitorId }) => monitorId)).toEqual([cache, queue])
  expect(clients?.times).toHaveLength(60)
  expect(clients?.series.map(({ values }) => values.filter(value => value !== null).length)).toEqual([60, 24])
  expect(clients?.series[1]?.values.slice(24)).toEqual(Array.from({ length: 36 }, () => null))
  expect(new Set(commands?.series[0]?.values.slice(1))).toEqual(new Set([100]))
  // A monitor of another project is as one that does not exist.
  expect(answer.monitors.map(({ name }) => name)).toEqual(['cache', 'queue'])
  // Both were started a moment ago.
  expect(answer.gaps.map(({ monitorId, cause }) => [monitorId, cause])).toEqual([
    [cache, 'stopped'],
    [queue, 'stopped'],
  ])
})

it('filters by labels, and draws of many series those with the highest values', async () => {
  const dbs = Array.from({ length: 120 }, (_, at) => gauge('keys', { db: `db${at}` }))
  await store(cache, 'keyspace', dbs, () => dbs.map((_, at) => at))
  const of = { section: 'keyspace' }
  const { charts } = await figures([
    { id: 'all', counters: [asked(cache, 'keys', of)] },
    { id: 'two', counters: [asked(cache, 'keys', { ...of, labels: { db: ['db3', 'db7', 'none'] } })] },
  ])
  expect(charts.map(({ series, omitted }) => [series.length, omitted])).toEqual([
    [maxGroupChartSeries, 20],
    [2, 0],
  ])
  expect(charts[0]?.series.some(({ labels }) => labels.db === 'db19')).toBe(false)
  expect(charts[1]?.series.map(({ labels }) => labels.db)).toEqual(['db3', 'db7'])
  const values = { projectId, monitorIds: [cache, foreign], labels: ['db', 'disk'] }
  const found = await server.call(calls.chartGroup.labelValues, values, as)
  expect([found.db?.length, found.disk]).toEqual([120, []])
})

it('leaves no series out where the charts together have more than one question answers', async () => {
  const commands = Array.from({ length: 100 }, (_, at) => gauge('calls', { command: `c${at}` }))
  await store(queue, 'commands', commands, () => commands.map(() => 1))
  const charts = Array.from({ length: 24 }, (_, at) => ({
    id: `c${at}`,
    counters: [asked(queue, 'calls', { section: 'commands' })],
  }))
  const answer = await figures(charts)
  expect(answer.charts.map(({ series }) => series.length)).toEqual(charts.map(() => 100))
})

it('marks the load tests whose time overlaps the range', async () => {
  const runs = createRunRepository(server.database)
  const insert = async (scenarioName: string, startedAt: number, endedAt: number) => {
    const sample = sampleRun({ seconds: 10 })
    const changes = { projectId, scenarioName, startedAt, endedAt, suspect: [] }
    await runs.insert({ ...sample.record, ...changes }, sample.plan, [])
  }
  await insert('before', now - 60 * minuteMs, now - 50 * minuteMs)
  await insert('across the start', now - 10 * minuteMs, now - 4 * minuteMs)
  const range = { from: now - 5 * minuteMs, to: now }
  const marks = await server.call(calls.chartGroup.runs, { projectId, ...range }, as)
  expect(marks.map(({ name, startedAt }) => [name, startedAt])).toEqual([
    ['across the start', now - 10 * minuteMs],
  ])
})

it('does not exist for another project', async () => {
  const { id } = await save('Secret')
  const one = { projectId: otherProjectId, id }
  const theirs = { ...one, revision: 1, name: 'Mine', content: content() }
  for (const answer of [
    server.fail(calls.chartGroup.get, one, other),
    server.fail(calls.chartGroup.copy, one, other),
    server.fail(calls.chartGroup.save, theirs, other),
    server.fail(calls.chartGroup.delete, { projectId: otherProjectId, ids: [id] }, other),
  ])
    expect(await answer).toMatchObject({ code: 'NotFound' })
  const outsider = await server.fail(calls.chartGroup.get, { projectId, id }, other)
  expect(outsider).toEqual(
    await server.fail(calls.chartGroup.get, { projectId: randomUUID(), id: randomUUID() }, other),
  )
  await server.call(calls.chartGroup.delete, { projectId, ids: [id] }, as)
})

it('has a limit per project', async () => {
  const before = (await server.call(calls.chartGroup.names, { projectId }, as)).length
  const row = (name: string) => ({
    id: randomUUID(),
    project_id: projectId,
    name,
    content: JSON.stringify(content()),
    revision: 1,
    created_by: 'manager',
    created_at: now,
    updated_by: 'manager',
    updated_at: now,
  })
  await server.database
    .insertInto('chart_groups')
    .values(Array.from({ length: maxChartGroups - before }, (_, at) => row(`filler ${at}`)))
    .execute()
  const one = { projectId, id: null, revision: 0, name: 'One more', content: content() }
  expect(await server.fail(calls.chartGroup.save, one, as)).toMatchObject({ code: 'ChartGroupsExceeded' })
})
