import { figureNames } from '@pone/contract/entities/figure-names.ts'
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import { MachineHealth } from '@pone/metrics/machine-health.ts'
import { expect, test } from 'vitest'
import { junitOf } from './export/junit.ts'
import { metricResults } from './metric-results.ts'
import { exitOf, type RunResult } from './result.ts'
import { summaryOf } from './summary.ts'
import { cellsOf, cut, formatBytes, formatMs, formatTable, sparkline } from './tables.ts'
import { paintFor } from './terminal.ts'

const figures = {
  requests: 10,
  failed: 0,
  errorPercent: 0,
  rps: 5,
  minMs: 1,
  avgMs: 2,
  p50Ms: 2,
  p90Ms: 3,
  p95Ms: 3,
  p99Ms: 4,
  p999Ms: 5,
  maxMs: 5,
  sentBytesPerSecond: 1,
  receivedBytesPerSecond: 1,
}
const result = (changes: Partial<RunResult> = {}): RunResult => ({
  ...figures,
  name: 'Shop',
  runId: 'r',
  state: 'complete',
  cause: 'planned',
  causeDetail: '',
  startedAt: 0,
  durationMs: 2_000,
  sent: 10,
  lost: 0,
  repeated: 0,
  reconciled: true,
  workers: 1,
  workersLost: 0,
  peakUsers: 1,
  iterations: 5,
  lateStarts: 0,
  droppedStarts: 0,
  sentBytes: 1,
  receivedBytes: 1,
  labels: [{ label: '一个名字很长很长很长的商品列表请求', kind: 'request', ...figures }],
  metrics: [],
  errors: [],
  sla: [],
  judged: null,
  machine: new MachineHealth().summary(),
  overload: [],
  generatorLimit: false,
  ...changes,
})
const broken = { rule: 'p95 < 1', state: 'broken', reason: null, value: 3, violatedSeconds: 2 } as const

test.each([
  ['ok', {}],
  ['negative', { sla: [broken] }],
  ['negative', { cause: 'slaStop', state: 'failed' }],
  ['negative', { cause: 'stopTest', state: 'failed' }],
  ['negative', { reconciled: false }],
  ['stoppedByHand', { cause: 'stoppedByUser', state: 'userStopped' }],
  ['negative', { cause: 'stoppedByUser', state: 'userStopped', sla: [broken] }],
  ['stoppedByHand', { cause: 'stoppedByUser', state: 'userStopped', requests: 0, sent: 0 }],
  ['nothingPassed', { failed: 10 }],
  ['nothingPassed', { requests: 0, sent: 0 }],
  ['runBroken', { cause: 'startFailed', state: 'failed' }],
  ['runBroken', { cause: 'diskFull', state: 'failed' }],
  ['runBroken', { cause: 'workerLost', state: 'failed', sla: [broken] }],
  ['runBroken', { generatorLimit: true, sla: [broken] }],
] as const)('the exit is %s for %j', (exit, changes) => {
  expect(exitOf(result(changes))).toBe(exit)
})

test('no line of the summary’s table is wider than the terminal', () => {
  const paint = paintFor({ isTTY: false }, {})
  for (const width of [80, 100, 120, 200]) {
    const lines = summaryOf(result(), paint, width)
    const table = lines.slice(
      lines.findIndex(line => line.includes('count')),
      lines.findIndex(line => line.startsWith('all requests')) + 1,
    )
    expect(table).toHaveLength(3)
    expect(Math.max(...table.map(cellsOf))).toBeLessThanOrEqual(width)
  }
})

test('the columns of the summary’s table are named like those of reports, in lower case', () => {
  const lines = summaryOf(result(), paintFor({ isTTY: false }, {}), 250)
  const head = lines.find(line => line.includes('count')) ?? ''
  const { count, failed, avgMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs, receivedBytesPerSecond } =
    figureNames
  const figures = [count, failed, avgMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs]
  expect(head.trim().toLowerCase().split(/\s+/)).toEqual(
    [...figures, { en: '/s' }, receivedBytesPerSecond].map(({ en }) => en.toLowerCase()),
  )
})

test('the summary warns of what makes the figures doubtful', () => {
  const lines = summaryOf(
    result({ overload: [{ second: 3 }], workersLost: 1, lateStarts: 2, reconciled: false, lost: 1 }),
    paintFor({}, {}),
    100,
  )
  expect(lines.join('\n')).toMatch(
    /1 engine processes died[^]*itself the bottleneck \(first in second 3\)[^]*2 starts came late[^]*✗ not reconciled/,
  )
})

test('a run with lost requests is not simply reported as reconciled', () => {
  const last = (changes: Partial<RunResult>) =>
    summaryOf(result(changes), paintFor({ isTTY: false }, {}), 120).at(-1)
  expect(last({})).toBe('✓ reconciled: sent 10 = with an outcome 10 + lost 0, over 1 engine process')
  expect(last({ lost: 2, workers: 2 })).toBe(
    '! the outcomes of 2 requests are lost, counted as failed: sent 10 = with an outcome 8 + lost 2, over 2 engine processes',
  )
  expect(last({ repeated: 3, sent: 13 })).toBe(
    '✓ reconciled: sent 13 = with an outcome 13 + lost 0, over 1 engine process; 3 of those sent repeat one on a new connection',
  )
  expect(last({ lost: 1, reconciled: false })).toContain('✗ not reconciled')
})

test('the summary has a line per metric, and none where protocols count nothing', () => {
  const rows: readonly MetricRow[] = [
    { key: 'messagesSent', label: null, perSecond: 9, figures: { kind: 'counter', sum: 90 } },
    {
      key: 'roundTrip',
      label: null,
      perSecond: 9,
      figures: {
        kind: 'trend',
        count: 90,
        min: 500,
        avg: 1_500,
        p50: 1_000,
        p90: 2_000,
        p95: 2_500,
        p99: 3_000,
        max: 4_000,
      },
    },
  ]
  const lines = (metrics: RunResult['metrics']) => summaryOf(result({ metrics }), paintFor({}, {}), 120)
  const shown = lines(metricResults(rows))
  expect(shown).toContain('Messages sent  total 90  /s 9')
  expect(shown).toContain(
    'Round trip     count 90  /s 9  min 0.5  avg 1.5  P50 1  P90 2  P95 2.5  P99 3  max 4  (ms)',
  )
  expect(lines([])).not.toContain('Metrics')
})

test('colours are printed only on terminals that allow them', () => {
  expect(paintFor({ isTTY: true }, { TERM: 'xterm' }).red('x')).toBe('\u001b[31mx\u001b[0m')
  expect(paintFor({ isTTY: true }, { NO_COLOR: '1' }).red('x')).toBe('x')
  expect(paintFor({ isTTY: false }, {}).red('x')).toBe('x')
})

test('JUnit XML holds what XML can hold', () => {
  const xml = junitOf(result({ name: 'a<b>&"\u0001\ud800', sla: [broken], failed: 10 }))
  expect(xml).toContain('name="a&lt;b&gt;&amp;&quot;\ufffd\ufffd"')
  expect(xml).toContain('failures="2"')
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML has not
  expect(xml).not.toMatch(/[\u0000-\u0008]/)
  expect(xml.match(/<testcase/g)).toHaveLength(5)
  expect(xml.match(/<\/testcase>/g)).toHaveLength(5)
})

test('JUnit fails a run that is not reliable, and a rule on a step that never ran, with the reason', () => {
  const neverRan = { ...broken, value: null, reason: 'notRun' } as const
  const xml = junitOf(result({ sla: [neverRan], generatorLimit: true }))
  expect(xml).toContain('failures="2"')
  expect(xml).toMatch(/name="the load machines keep up"[^>]*><failure message="not reliable: /)
  expect(xml).toMatch(/<failure message="the step never ran: /)
  expect(junitOf(result({}))).toContain('failures="0"')
})

test('JUnit says what was measured in the unit of the rule, and when nothing was requested', () => {
  const percent = { ...broken, rule: 'errorPercent < 1', value: 47.191_011_235_955_05 }
  const xml = junitOf(result({ sla: [percent], requests: 0, failed: 0, errorPercent: null }))
  expect(xml).toContain('<failure message="measured 47.191"/>')
  expect(xml).toContain('<failure message="no request was made"/>')
  expect(junitOf(result({ failed: 10 }))).toContain('message="10 of 10 requests failed (100.0 %)"')
})

test('without a request the summary shows no response times', () => {
  const none = { ...figures, requests: 0, rps: 0, avgMs: null, p95Ms: null, p99Ms: null, maxMs: null }
  const summary = summaryOf(result({ ...none, labels: [] }), paintFor({ isTTY: false }, {}), 80).join('\n')
  expect(summary).toMatch(/all requests +0 +0 +– +– +– +– /)
})

const notJudged = {
  rule: 'rps > 10',
  state: 'notJudged',
  reason: 'rampUp',
  value: null,
  violatedSeconds: 0,
} as const
const judged = { fromMs: 10_000, toMs: 57_000, ratesToMs: 57_000, rampUpEndMs: 10_000, includesRampUp: false }

test('rules that could not be judged differ from no rules, with the reason and the part they were judged on', () => {
  const summary = (changes: Partial<RunResult>) =>
    summaryOf(result(changes), paintFor({ isTTY: false }, {}), 120).join('\n')
  const text = summary({ sla: [notJudged], judged: { ...judged, toMs: 8_000 }, durationMs: 8_000 })
  expect(text).toContain('SLA  all of it is ramp-up, until 0:10')
  expect(text).toContain('? not evaluated  rps > 10  (all of the run is ramp-up)')
  expect(summary({})).not.toContain('SLA')
  const partly = summary({ sla: [broken, notJudged], judged, durationMs: 57_000 })
  expect(partly).toContain('evaluated interval 0:10 – 0:57, without the ramp-up')
  expect(partly).toContain('57 s, up to 1 users')
  expect(junitOf(result({ sla: [notJudged], judged }))).toContain(
    '<skipped message="not evaluated: all of the run is ramp-up"/>',
  )
})

test('a machine that was busy with other work is reported with the interval and whose CPU it was', () => {
  const machine = {
    ...new MachineHealth().summary(),
    busy: [{ fromSecond: 3, toSecond: 12, hostCpu01: 0.98, engineCpu01: 0.02 }],
  }
  const text = summaryOf(result({ machine }), paintFor({ isTTY: false }, {}), 120).join('\n')
  expect(text).toContain(
    'busy with other programs from 0:03 to 0:13 (host CPU 98 %, of which engine processes 2 %)',
  )
})

test.each([
  [formatMs(0.853), '0.85 ms'],
  [formatMs(12.34), '12.3 ms'],
  [formatMs(999), '999 ms'],
  [formatMs(1_240), '1.24 s'],
  [formatBytes(999), '999 B'],
  [formatBytes(1_200_000), '1.2 MB'],
  [sparkline([0, 5, 10], 10), '▁▅█'],
  [sparkline([1, 2, 3], 2), '▆█'],
  [cut('商品列表', 5), '商品…'],
  [cut('short', 5), 'short'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected)
})

test('columns stand below each other, also with Chinese names', () => {
  expect(
    formatTable(
      ['', 'n'],
      [
        ['商品', '1'],
        ['b', '1,000'],
      ],
      80,
    ),
  ).toEqual(['              n', '商品          1', 'b         1,000'])
})
