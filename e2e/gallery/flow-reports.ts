/** Pictures of monitoring streams: lists, a report that runs, one that is kept, one without values, and a comparison. */
import type { FlowReport, FlowStatistics } from '@pone/contract/entities/flow-report.ts'
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import type { Page } from 'playwright-core'
import { type Answers, answered } from './answered.ts'
import { linkId, linkTopology, watchedNumbers } from './links.ts'
import { monitorAt, monitorId } from './monitor-answers.ts'
import { type Picture, picture, work } from './picture.ts'

const minute = 60_000
const lengthMs = 30 * minute
const stepMs = 5_000
const monitors = watchedNumbers.map(number => monitorAt(number))
const [, storage, host] = monitors.map(({ id }) => id)

const session = (number: number, given: Partial<MonitorLinkSession> = {}): MonitorLinkSession => ({
  id: monitorId(960 + number),
  linkId,
  linkName: 'Orders and their storage',
  startedAt: Date.now() - number * 180 * minute,
  startedBy: 'tester',
  stoppedAt: Date.now() - number * 180 * minute + lengthMs,
  stoppedBy: 'owner',
  nodes: linkTopology.nodes.length,
  edges: linkTopology.edges.length,
  isLinkDeleted: number === 3,
  ...given,
})

type Named = Pick<RunSeries, 'counter' | 'names' | 'labels'>
const cpu = (counter: string, zh: string, en: string, level: number): RunSeries =>
  series(host ?? '', 'cpu', { counter, names: { zh, en }, labels: {} }, level)

function series(of: string, section: string, named: Named, level: number): RunSeries {
  const length = lengthMs / stepMs
  const values = Array.from({ length }, (_, at) =>
    at > 200 && at < 224 && of === storage
      ? null
      : Number((level * (1 + 0.4 * Math.sin(at / 17) + (at % 7) / 60)).toPrecision(4)),
  )
  return {
    ...named,
    monitorId: of,
    section,
    unit: section === 'cpu' ? 's/s' : '%',
    role: null,
    nature: null,
    capacity: [],
    queue: null,
    fromMs: 2_000,
    stepMs,
    cadenceMs: stepMs,
    values,
  }
}

const all: RunSeries[] = [
  cpu('user', '用户态', 'User', 0.4),
  cpu('system', '内核态', 'System', 0.09),
  ...['orders', 'stock'].map((database, index) =>
    series(
      storage ?? '',
      'database',
      { counter: 'cacheHitPercent', names: { zh: '缓存命中率', en: 'Cache hits' }, labels: { database } },
      50 + index * 10,
    ),
  ),
]
const statistics: FlowStatistics[] = all.map(({ values }, index) => {
  const known = values.filter(value => value !== null).toSorted((a, b) => a - b)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const at = (part01: number) => known[Math.ceil(part01 * known.length) - 1] ?? null
  const [min = null] = known
  return {
    n: known.length,
    min,
    mean: Number(mean.toPrecision(4)),
    max: at(1),
    p95: at(0.95),
    basisMs: index === 3 ? minute : 0,
  }
})

const gap = { fromMs: 1_002_000, untilMs: 1_122_000 }
const downAndUp: FlowReport['health'][number]['changes'] = [
  [gap.fromMs, 'down'],
  [gap.untilMs, 'up'],
]
const run = {
  id: monitorId(970),
  number: 41,
  scenarioName: 'Black Friday',
  state: 'complete' as const,
  fromMs: 4 * minute,
  untilMs: 24 * minute,
}

export const flowReport = (given: Partial<FlowReport> = {}): FlowReport => ({
  session: session(1),
  topology: linkTopology,
  lengthMs,
  isKept: true,
  monitoring: {
    links: [],
    monitors: monitors.map(({ id, name, type }) => ({
      id,
      name,
      type,
      typeNames: { zh: type, en: type },
      category: 'host',
      nodes: [name],
      sections: {},
      isDeleted: false,
      collector: 'vm-1',
      clockOffsetMs: 1_400,
    })),
    series: all,
    charts: [
      { monitorId: host ?? '', names: { zh: 'CPU', en: 'CPU' }, unit: 's/s', style: 'area', series: [0, 1] },
      {
        monitorId: storage ?? '',
        names: { zh: '缓存命中率', en: 'Cache hits' },
        unit: '%',
        style: 'line',
        series: [2, 3],
      },
    ],
    gaps: [{ monitorId: storage ?? '', section: '', cause: 'refused', params: {}, ...gap }],
    omitted: 0,
    edges: [],
  },
  health: monitors.map(({ id }) => ({
    monitorId: id,
    changes: [[0, 'waiting'], [2_000, 'up'], ...(id === storage ? downAndUp : [])],
  })),
  statistics,
  runs: [run],
  events: eventsOf(),
  omittedEvents: 0,
  notes: [
    {
      name: monitors[0]?.name ?? '',
      text: {
        zh: '采集机 vm-1 的时钟与服务器相差 1400 ms，时间轴已按服务器时钟校正',
        en: 'The clock of vm-1 differs from the server’s by 1400 ms; times are by the server’s clock',
      },
      isProblem: false,
    },
  ],
  ...given,
})

function eventsOf(): FlowReport['events'] {
  const none = { untilMs: null, name: '', monitorId: null, runId: null } as const
  const of = { name: monitors[1]?.name ?? '', monitorId: storage ?? null }
  const at = { atMs: gap.fromMs, untilMs: gap.untilMs }
  return [
    {
      ...none,
      atMs: 0,
      kind: 'link',
      tone: 'neutral',
      text: { zh: '监控链路由 tester 启动', en: 'The monitoring link was started by tester' },
    },
    {
      ...none,
      atMs: run.fromMs,
      untilMs: run.untilMs,
      kind: 'run',
      tone: 'neutral',
      name: run.scenarioName,
      text: { zh: '压测执行 #41', en: 'Load test #41' },
      runId: run.id,
    },
    { ...none, ...of, atMs: gap.fromMs, kind: 'state', tone: 'bad', text: { zh: '不可用', en: 'Down' } },
    {
      ...none,
      ...of,
      ...at,
      kind: 'gap',
      tone: 'warning',
      text: { zh: '没有数据：目标拒绝连接', en: 'No data: the target refused the connection' },
    },
    { ...none, ...of, atMs: gap.untilMs, kind: 'state', tone: 'good', text: { zh: '正常', en: 'Up' } },
  ]
}

const empty = (): FlowReport => {
  const { monitoring } = flowReport()
  return flowReport({
    lengthMs: 700,
    statistics: [],
    runs: [],
    events: eventsOf().slice(0, 1),
    health: monitors.map(({ id }) => ({ monitorId: id, changes: [[0, 'waiting']] })),
    monitoring: { ...monitoring, series: [], charts: [], gaps: [] },
    notes: monitors.map(({ name }) => ({
      name,
      text: { zh: '没有采集到数据', en: 'No data was collected' },
      isProblem: true,
    })),
  })
}

const comparison = () => ({
  base: session(2),
  other: session(1),
  counters: all.map(({ values: _values, monitorId: of, section, counter, labels, names, unit }, index) => ({
    monitorId: of,
    monitorName: monitors.find(({ id }) => id === of)?.name ?? '',
    section,
    counter,
    labels,
    names,
    unit,
    base: statistics[index] ?? null,
    other: statistics.map(each => ({ ...each, mean: (each.mean ?? 0) * 1.2 }))[index] ?? null,
  })),
})

const listed = (rows: readonly MonitorLinkSession[]) => ({ rows, total: rows.length, page: 1, pageSize: 20 })

const withTypes = (answers: Answers, shown: string, ...acts: ((page: Page) => Promise<unknown>)[]) =>
  answered({ 'monitorType/usable': [], ...answers }, shown, ...acts)
const tab = (index: number) => (page: Page) => page.locator('.flow-tabs [role=tab]').nth(index).click()

const row = 'tbody tr.ant-table-row'
const drawn = '.react-flow__node'
const running = session(0, { startedAt: Date.now() - lengthMs, stoppedAt: null, stoppedBy: '' })
const past = [session(1), session(2), session(3)]
const live = `${work}/dataFlowReportManagePage?id=${running.id}`
const kept = `${work}/dataFlowReportManagerPage?id=${session(1).id}`

export const flowReportPictures: readonly Picture[] = [
  picture(
    'tester',
    'dataFlowReportManage',
    'running',
    `${work}/dataFlowReportManage`,
    withTypes({ 'monitorLink/sessions': listed([running]) }, row),
  ),
  picture(
    'tester',
    'dataFlowReportManage',
    'none',
    `${work}/dataFlowReportManage`,
    withTypes({ 'monitorLink/sessions': listed([]) }, '.page-state'),
  ),
  picture(
    'tester',
    'dataFlowReportManagePage',
    'live',
    live,
    withTypes({ 'flowReport/get': flowReport({ session: running, isKept: false }) }, drawn),
  ),
  picture(
    'tester',
    'dataFlowReportManager',
    'past',
    `${work}/dataFlowReportManager`,
    withTypes({ 'monitorLink/sessions': listed(past) }, row),
  ),
  picture(
    'tester',
    'dataFlowReportManagerPage',
    'charts',
    kept,
    withTypes({ 'flowReport/get': flowReport() }, drawn),
  ),
  picture(
    'tester',
    'dataFlowReportManagerPage',
    'statistics',
    kept,
    withTypes({ 'flowReport/get': flowReport() }, drawn, tab(1)),
  ),
  picture(
    'tester',
    'dataFlowReportManagerPage',
    'events',
    kept,
    withTypes({ 'flowReport/get': flowReport() }, drawn, tab(2)),
  ),
  picture(
    'tester',
    'dataFlowReportManagerPage',
    'empty',
    kept,
    withTypes({ 'flowReport/get': empty() }, drawn),
  ),
  picture(
    'tester',
    'dataFlowReportManagerPage',
    'comparison',
    `${kept}&with=${session(2).id}`,
    withTypes({ 'flowReport/compare': comparison() }, '.short-table'),
  ),
]
