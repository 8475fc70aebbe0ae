/** Data-flow reports: statistics against known values, states from gaps, events, comparison and exported tables. */
import type { FlowContent, FlowReport } from '@pone/contract/entities/flow-report.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { RunGap, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareFlows } from './compare.ts'
import { comparisonTables } from './comparison-tables.ts'
import { flowEvents } from './events.ts'
import { healthOf } from './health.ts'
import { flowReportHtml } from './html.ts'
import { flowNotes } from './notes.ts'
import { statisticsOf } from './statistics.ts'
import { flowCsv, flowTables } from './tables.ts'
import { shownInstants } from './topology-states.ts'

const monitorId = '00000000-0000-4000-8000-000000000001'
const sections = { all: ['server', 'memory'], answering: ['server'] }
const series = (counter: string, values: (number | null)[], given: Partial<RunSeries> = {}): RunSeries => ({
  monitorId,
  section: 'server',
  counter,
  labels: {},
  names: { zh: counter, en: counter },
  unit: '',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 1_000,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values,
  ...given,
})
const gap = (
  section: string,
  fromMs: number,
  untilMs: number | null,
  cause: RunGap['cause'] = 'refused',
) => ({
  monitorId,
  section,
  cause,
  params: {},
  fromMs,
  untilMs,
})

function contentOf(all: readonly RunSeries[], gaps: readonly RunGap[] = []): FlowContent {
  const monitoring = {
    links: [],
    monitors: [
      {
        id: monitorId,
        name: 'Cache <1>',
        type: 'redis',
        typeNames: { zh: 'Redis', en: 'Redis' },
        category: 'cache',
        nodes: ['Cache'],
        sections: { server: { zh: '服务器', en: 'Server' } },
        isDeleted: false,
        collector: 'vm-1',
        clockOffsetMs: 900,
      },
    ],
    series: [...all],
    charts: [
      {
        monitorId,
        names: { zh: '图', en: 'Chart' },
        unit: '',
        style: 'line' as const,
        series: [...all.keys()],
      },
    ],
    gaps: [...gaps],
    omitted: 2,
    edges: [],
  }
  return {
    monitoring,
    health: healthOf(monitoring, () => sections, 10_000),
    statistics: all.map(each =>
      statisticsOf(
        each.values.filter(value => value !== null),
        0,
      ),
    ),
    runs: [
      { id: monitorId, number: 7, scenarioName: '=cmd', state: 'complete', fromMs: 2_000, untilMs: 6_000 },
    ],
  }
}

function reportOf(content: FlowContent): FlowReport {
  const session = {
    id: monitorId,
    linkId: monitorId,
    linkName: 'Shop',
    startedAt: Date.UTC(2026, 10, 24),
    startedBy: 'ann',
    stoppedAt: Date.UTC(2026, 10, 24) + 10_000,
    stoppedBy: 'bob',
    nodes: 2,
    edges: 1,
    isLinkDeleted: false,
  }
  const events = flowEvents(content, { session, lengthMs: 10_000, runIds: new Set([monitorId]) })
  const rest = { lengthMs: 10_000, isKept: true, notes: flowNotes(content, { seesRuns: true }) }
  return { ...content, ...events, ...rest, session, topology: { nodes: [], edges: [] } }
}

test('statistics of no value, one value, and 1 to 100', () => {
  const none = { n: 0, min: null, mean: null, max: null, p95: null, basisMs: 0 }
  expect(statisticsOf([], 0)).toEqual(none)
  expect(statisticsOf([3], 5)).toEqual({ n: 1, min: 3, mean: 3, max: 3, p95: 3, basisMs: 5 })
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(statisticsOf(hundred, 0)).toMatchObject({ n: 100, min: 1, mean: 50.5, max: 100, p95: 95 })
  expect(statisticsOf(hundred.slice(0, 20), 0)).toMatchObject({ p95: 99 })
})

test('at least 95 % of the values do not exceed the P95, and no smaller value has this property', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 300 }), values => {
      const { p95 } = statisticsOf(values, 0)
      const within = (limit: number) => values.filter(value => value <= limit).length
      expect(within(p95 ?? Number.NaN) * 100).toBeGreaterThanOrEqual(95 * values.length)
      expect(within((p95 ?? Number.NaN) - 1) * 100).toBeLessThan(95 * values.length)
    }),
  )
})

test('a monitor waits for its first value, fails partly or wholly, has no agent, and is up again', () => {
  const gaps = [
    gap('memory', 3_000, 4_000),
    gap('server', 5_000, 6_000, 'timedOut'),
    gap('server', 7_000, 8_000, 'agentLost'),
    gap('memory', 7_000, 8_000, 'agentLost'),
    gap('', 9_000, null, 'stopped'),
  ]
  const { health } = contentOf([series('ops', [1, 2, 3])], gaps)
  expect(health).toEqual([
    {
      monitorId,
      changes: [
        [0, 'waiting'],
        [1_000, 'up'],
        [3_000, 'partly'],
        [4_000, 'up'],
        [5_000, 'down'],
        [6_000, 'up'],
        [7_000, 'noAgent'],
        [8_000, 'up'],
        [9_000, 'stopped'],
      ],
    },
  ])
})

test('a monitor that never answered is down from its first gap on, and one without values and gaps waits', () => {
  const down = healthOf(contentOf([], [gap('server', 800, null)]).monitoring, () => sections, 10_000)
  expect(down[0]?.changes).toEqual([
    [0, 'waiting'],
    [800, 'down'],
  ])
  const silent = healthOf(contentOf([]).monitoring, () => sections, 10_000)
  expect(silent[0]?.changes).toEqual([[0, 'waiting']])
})

test('events tell start, states, gaps with their cause, load tests and the stop in the order of time', () => {
  const { events } = reportOf(contentOf([series('ops', [1, 2])], [gap('server', 5_000, 6_000, 'timedOut')]))
  expect(events.map(({ atMs, name, text }) => [atMs, name, text.en])).toEqual([
    [0, '', 'The monitoring link was started by ann'],
    [2_000, '=cmd', 'Load test #7'],
    [5_000, 'Cache <1>', 'Down'],
    [5_000, 'Cache <1>', 'No data of Server: the target did not respond in time'],
    [6_000, 'Cache <1>', 'Up'],
    [10_000, '', 'The monitoring link was stopped by bob'],
  ])
})

test('notes tell what has no data, a clock that differs, and series that were not kept', () => {
  const texts = (content: FlowContent, seesRuns = true) =>
    flowNotes(content, { seesRuns }).map(({ text }) => text.en)
  expect(texts(contentOf([]))).toEqual([
    'No data was collected',
    'The clock of vm-1 differs from the server’s by 900 ms; times are by the server’s clock',
    '2 more series were not kept',
  ])
  expect(texts(contentOf([]), false)).toContain(
    'Load tests of this time are not listed: the permission “View runs and reports” is missing',
  )
  expect(texts(contentOf([series('ops', [5])]))[0]).toBe('There is only one sample; all statistics equal it')
})

test('of very many gaps the start and the stop stay among the events, and it is said what is left out', () => {
  const gaps = Array.from({ length: 1_100 }, (_, at) => gap('memory', at * 5, at * 5 + 3))
  const report = reportOf(contentOf([series('ops', [1, 2])], gaps))
  expect(report.events.length).toBe(1_000)
  expect(report.events.at(-1)?.text.en).toBe('The monitoring link was stopped by bob')
  expect(report.omittedEvents).toBeGreaterThan(500)
  expect(report.notes.map(({ text }) => text.en)).toContain(
    'Only the newest 200 gaps are kept; states before 0:00 are incomplete',
  )
  expect(report.health[0]?.changes.length).toBeLessThanOrEqual(500)
})

test('two sessions are compared by monitor, counter and labels, whatever the order of the labels', () => {
  const labels = { a: '1', b: '2' }
  const base = contentOf([series('ops', [1, 2], { labels }), series('gone', [1])])
  const other = contentOf([series('new', [4]), series('ops', [3, 5, 7], { labels: { b: '2', a: '1' } })])
  const compared = compareFlows(base, other)
  expect(compared.map(({ counter, base: from, other: to }) => [counter, from?.n, to?.n, to?.mean])).toEqual([
    ['ops', 2, 3, 5],
    ['gone', 1, undefined, undefined],
    ['new', undefined, 1, 4],
  ])
})

test('a comparison is written with both sessions, their figures and the differences', () => {
  const base = contentOf([series('ops', [1, 3]), series('gone', [0])])
  const other = contentOf([series('ops', [4, 5, 6])])
  const { session } = reportOf(base)
  const compared = {
    base: session,
    other: { ...session, stoppedAt: null },
    counters: compareFlows(base, other),
  }
  const [sessions, counters] = comparisonTables(compared, 'en')
  expect(sessions?.rows.map(row => [row[0], row.at(3)])).toMatchObject([
    ['', 'Stopped'],
    ['Baseline', expect.stringContaining('2026')],
    ['Compared', 'running'],
    [expect.stringMatching(/^Difference = /), undefined],
  ])
  expect(counters?.rows[0]?.slice(4, 8)).toEqual([
    'Baseline n',
    'Compared n',
    'Baseline Mean',
    'Compared Mean',
  ])
  expect(counters?.rows[1]?.slice(4, 8)).toEqual([2, 3, 2, 5])
  expect(counters?.rows[1]?.slice(-3)).toEqual([3, 150, 3])
  expect(counters?.rows[2]?.slice(-3)).toEqual([null, null, null])
  expect(flowCsv(comparisonTables(compared, 'zh'))).toContain('平均值之差')
})

test('tables have a row per series, event, load test and instant; no cell of the CSV is a formula', () => {
  const coarse = series('rare', [9], { stepMs: 5_000, cadenceMs: 5_000, fromMs: 2_000 })
  const report = reportOf(contentOf([series('ops', [1, null, 3]), coarse]))
  const tables = flowTables(report, 'en')
  expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Statistics', 3],
    ['Events', 4],
    ['Load tests', 2],
    ['Series', 5],
  ])
  expect(tables[3]?.rows).toEqual([
    ['Second', 'Cache <1> · ops', 'Cache <1> · rare'],
    [0, null, null],
    [1, 1, null],
    [2, null, 9],
    [3, 3, null],
  ])
  const csv = flowCsv(tables)
  expect(csv).toContain("'=cmd")
  expect(csv).not.toMatch(/(^|,)=cmd/m)
})

test('the topology is drawn at the changes of states and at the end, fewer times when it is large', () => {
  const content = contentOf([series('ops', [1, 2], { fromMs: 0 })], [gap('server', 5_000, 6_000)])
  const report = reportOf(content)
  const nodes = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      newLinkNode({ id: `n${at}`, kind: 'monitor', alias: `N${at}`, monitorId }),
    )
  const withNodes = (count: number) => ({ ...report, topology: { nodes: nodes(count), edges: [] } })
  expect(shownInstants(withNodes(1))).toEqual([0, 5_000, 6_000, 9_999])
  expect(shownInstants(withNodes(1_000))).toEqual([0, 9_999])
  const file = flowReportHtml(withNodes(1), { language: 'en', projectName: 'P', picture: null })
  const images = [...file.matchAll(/svg\+xml;base64,([^"]+)"/g)].map(([, text]) =>
    Buffer.from(text ?? '', 'base64').toString(),
  )
  expect(images.map(image => /stroke="(#\w+)" stroke-width="3"/.exec(image)?.[1])).toEqual([
    '#1a7f37',
    '#c8202c',
    '#1a7f37',
    '#1a7f37',
  ])
  expect(images[1]).toContain('Down')
})

test('a background picture lies in the file once, below the images of all instants', () => {
  const node = newLinkNode({ id: 'n', kind: 'monitor', alias: 'N', monitorId, x: 100, y: 0 })
  const background = { pictureId: monitorId, x: 0, y: 0, width: 600, height: 300, opacity01: 0.4 }
  const report = {
    ...reportOf(contentOf([series('ops', [1, 2], { fromMs: 0 })], [gap('server', 5_000, 6_000)])),
    topology: { nodes: [node], edges: [], background },
  }
  const address = 'data:image/png;base64,iVBORw=='
  const file = flowReportHtml(report, { language: 'en', projectName: 'P', picture: address })
  expect(file.split(address)).toHaveLength(2)
  // 24 px of margin around 600 × 300 px.
  expect(file).toContain('left:3.704%;top:6.897%;width:92.593%;height:86.207%;opacity:0.4')
  const [, first = ''] = /svg\+xml;base64,([^"]+)"/.exec(file) ?? []
  expect(Buffer.from(first, 'base64').toString()).not.toContain('fill="#ffffff"/>\n')
  const gone = flowReportHtml(report, { language: 'en', projectName: 'P', picture: null })
  expect(gone).not.toContain('class="picture"')
})

test('the exported page has both languages, no script, and escapes names', () => {
  const report = reportOf(contentOf([series('ops', [1, 2])], [gap('server', 5_000, 6_000)]))
  const [zh, en] = (['zh', 'en'] as const).map(language =>
    flowReportHtml(report, { language, projectName: 'P', picture: null }),
  )
  expect(en).toContain('Cache &lt;1&gt;')
  expect(en).toContain('0:05 – 0:06 Down')
  expect(en).not.toContain('<script')
  expect(zh).toContain('节点状态')
  expect(zh).toContain('lang="zh-CN"')
})
