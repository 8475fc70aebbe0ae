import {
  type Comparison,
  comparisonCurveSchema,
  comparisonMetrics,
  comparisonSchema,
  trendPointSchema,
} from '@pone/contract/entities/comparison.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { idOf, runDetailOf, runOf, secondOf, startedAt, statisticsOf } from '../../test-runs.ts'
import { Page } from './comparison-page.tsx'

const untested = {
  significance: 'untested',
  pValue: null,
  lowDelta: null,
  highDelta: null,
  windowSeconds: null,
  smallestDelta: null,
  smallestPercent: null,
}
/** A change of `delta` from `from`; if it was tested, `p` is below 0.05 where the windows differ. */
const change = (delta: number, from: number, over: object = {}) => ({
  delta,
  deltaPercent: from === 0 ? null : (delta / from) * 100,
  significance: 'different',
  pValue: 0.000_4,
  lowDelta: delta - 1,
  highDelta: delta + 1,
  windowSeconds: 5,
  smallestDelta: null,
  smallestPercent: null,
  ...over,
})
const cell = (
  statistics: ReturnType<typeof statisticsOf>,
  changes: Record<string, object> | null = null,
) => ({
  statistics,
  changes:
    changes &&
    Object.fromEntries(
      comparisonMetrics.map(metric => [
        metric,
        changes[metric] ?? { delta: 0, deltaPercent: 0, ...untested },
      ]),
    ),
})
const base = statisticsOf()
const slower = cell(
  { ...statisticsOf({ times: 1.2, failed: 120 }), perSecond: 36 },
  {
    p95Ms: change(11, 55),
    p50Ms: change(3.6, 18, { pValue: 0.012 }),
    perSecond: change(-4, 40),
    errorPercent: change(2.5, 2.5),
    avgMs: change(0.4, 20),
    p99Ms: change(16, 80, { significance: 'notShown', pValue: 0.4 }),
    p999Ms: change(17.8, 89, { significance: 'unknown', pValue: null, lowDelta: null, highDelta: null }),
    receivedBytesPerSecond: change(512, 2_048),
    sentBytesPerSecond: change(-512, 1_024),
    count: { delta: 0, deltaPercent: 0, ...untested },
  },
)
const faster = cell(
  { ...statisticsOf({ times: 0.8 }), perSecond: 44 },
  {
    p95Ms: change(-11, 55),
    errorPercent: change(0, 2.5, { significance: 'notShown', pValue: 0.9 }),
    perSecond: change(4, 40, {
      significance: 'notShown',
      pValue: 0.2,
      smallestDelta: 30,
      smallestPercent: 75,
    }),
  },
)
const label = (
  name: string,
  kind: 'request' | 'transaction' | 'iteration',
  cells: readonly (object | null)[],
) => ({
  key: `key of ${name}`,
  label: { name, kind, component: 'Shop' },
  cells,
})
const labelCells = (p95: number, count = 100) => [
  cell(statisticsOf({ count })),
  cell(statisticsOf({ count }), { p95Ms: change(p95, 55) }),
]
const full: Comparison = comparisonSchema.parse({
  runs: [
    { run: runOf(1), fromMs: 0, toMs: 60_000, warnings: ['short'], pairing: 'always', steady: null },
    {
      run: runOf(2),
      fromMs: 0,
      toMs: 60_000,
      warnings: ['short', 'overloaded'],
      pairing: 'never',
      steady: { fromMs: 10_000, toMs: 60_000 },
    },
    {
      run: runOf(3, {
        state: 'userStopped',
        cause: 'stoppedByUser',
        endedAt: startedAt + 2 * 86_400_000 + 30_000,
      }),
      fromMs: 10_000,
      toMs: 30_000,
      warnings: ['endedEarly'],
      pairing: 'never',
      steady: null,
    },
  ],
  total: [cell(base), slower, faster],
  labels: [
    label('GET /cart', 'request', [...labelCells(11), cell(base, { p95Ms: change(1, 55) })]),
    label('POST /order', 'request', [...labelCells(-22), null]),
    label('Buy', 'transaction', [...labelCells(1), cell(base, { p95Ms: change(2, 55) })]),
    label('only first', 'request', [cell(base), null, null]),
    label('only third', 'request', [null, null, cell(base)]),
    label('not in first', 'request', [null, cell(base), cell(base)]),
  ],
  differences: [
    { field: 'peakUsers', values: [20, 20, 40] },
    { field: 'scenario', values: ['Black Friday', null, 'Black Friday'] },
  ],
  windowSeconds: 5,
})
const curves = {
  secondsPerPoint: 2,
  curves: [1, 2, 3].map(number =>
    comparisonCurveSchema.parse({
      runId: idOf(number),
      points: [0, 2, 4].map(second =>
        secondOf(second, {
          lengthMs: 2_000,
          p95Ms: 50 + 10 * number + second,
          requests: second === 4 ? 0 : 80 + number,
          failed: number,
          isSuspect: number === 2 && second < 4,
        }),
      ),
    }),
  ),
}
const trend = [1, 2, 3, 4].map(number => {
  const run = runOf(number)
  return trendPointSchema.parse({
    runId: run.id,
    number,
    startedAt: run.startedAt,
    state: number === 3 ? 'userStopped' : 'complete',
    sla: number === 2 ? 'broken' : 'none',
    peakUsers: 20,
    usersBasis: 'maximum',
    statistics: number === 4 ? null : statisticsOf({ times: 1 + (number - 1) / 5 }),
  })
})

const details: Record<string, unknown> = {
  [idOf(1)]: runDetailOf(1, {
    scenario: {
      loadModel: { kind: 'constant', users: 20, rampUpSeconds: 15, durationSeconds: 60, loops: 0 },
    },
  }),
  [idOf(2)]: runDetailOf(2, { sla: 'broken' }),
  [idOf(3)]: runDetailOf(3),
}
const notFound = { status: 500, code: 'NotFound', message: 'no such run', params: {} }

async function open(
  query: string,
  {
    comparison = full as unknown,
    runs = details,
    list = [] as readonly Run[],
    isHistory = false,
    more = {} as Record<string, unknown>,
  } = {},
) {
  const sent = await serve({
    'run/get': ({ id = '' }: Record<string, string>) => runs[id] ?? notFound,
    'run/list': { rows: list, total: list.length },
    'comparison/compare': comparison,
    'comparison/curves': curves,
    'comparison/trend': trend,
    'scenario/tree': [],
    ...more,
  })
  const page = isHistory ? 'prReportsCompareHistory' : 'prReportsCompare'
  const drawn = await draw(<Page />, { address: `/pone/atf/projects/${page}?${query}` })
  const last = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, sent, last, search: () => new URLSearchParams(drawn.router.state.location.search) }
}
const three = `runs=${idOf(1)}_${idOf(2)}_${idOf(3)}.10-30`
const section = async (id: string) => {
  const heading = await waitFor(() => {
    const found = document.getElementById(id)
    if (!found) throw new Error(`no heading ${id}`)
    return found
  })
  return heading.closest('section') as HTMLElement
}
const classes = (element: Element, selector: string) =>
  [...element.querySelectorAll(selector)].map(each => `${each.textContent.trim()}: ${each.className}`)

test('three runs: the selection, and the summary with its warnings', async () => {
  const { last } = await open(three)
  await section('cmp-totals')
  expect(JSON.parse(last('comparison/compare')?.['parts'] ?? '')).toEqual([
    { runId: idOf(1), fromMs: null, toMs: null },
    { runId: idOf(2), fromMs: null, toMs: null },
    { runId: idOf(3), fromMs: 10_000, toMs: 30_000 },
  ])
  expect(outline(screen.getByRole('list', { name: /runs/i }))).toMatchInlineSnapshot(`
    "list "Compared runs"
      listitem
        link "#1 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962
        Baseline
        button "Actions for #1"
        button "Remove #1" title "Remove"
        2020-11-22 08:00:001 min 00 s
        Complete
      listitem
        link "#2 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=22222222-e2bb-4255-8caf-4136c566a962
        button "Actions for #2"
        button "Remove #2" title "Remove"
        2020-11-23 08:00:001 min 00 s
        CompleteSLA Failed
        button "Set as baseline"
      listitem
        link "#3 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=33333333-e2bb-4255-8caf-4136c566a962
        button "Actions for #3"
        button "Remove #3" title "Remove"
        2020-11-24 08:00:001 min 00 sPart 0:10 – 0:30
        Complete
        button "Set as baseline""
  `)
  expect(classes(document.body, '.cmp-run')).toMatchInlineSnapshot(`
    [
      "#1 Black FridayBaseline2020-11-22 08:00:001 min 00 sComplete: cmp-run cmp-run-baseline ",
      "#2 Black Friday2020-11-23 08:00:001 min 00 sCompleteSLA FailedSet as baseline: cmp-run  ",
      "#3 Black Friday2020-11-24 08:00:001 min 00 sPart 0:10 – 0:30CompleteSet as baseline: cmp-run  ",
    ]
  `)
  const answers = document.querySelector('.cmp-answers') as HTMLElement
  expect(outline(answers)).toMatchInlineSnapshot(`
    "region "Conclusion"
      list
        listitem
          #2 Slower, more errors compared with baseline #1
          list
            listitem: P95 55 ms → 66 ms (+20.0 %, significant)
            listitem: Throughput 40/s → 36/s (−10.0 %, significant)
            listitem: Error rate 2.5 % → 5 % (+2.5 pp, significant)
        listitem
          #3 Faster compared with baseline #1
          list
            listitem: P95 55 ms → 44 ms (−20.0 %, significant)
            listitem: Throughput 40/s → 44/s (+10.0 %, not shown to differ; smallest change that could be shown: 75.0 %)
            listitem: Error rate 2.5 %, baseline 2.5 % (not shown to differ)
      alert
        img "exclamation-circle"
        Before you use this comparison
        list
          listitem: #1#2too short: only large differences can be significant
          listitem: #2a load machine was overloaded; response times may be too high
          listitem: #3did not end as planned (Stopped by a user; active requests were completed)"
  `)
  expect(classes(answers, '.cmp-facts > li, .status-tag')).toMatchInlineSnapshot(`
    [
      "Slower, more errors: status-tag status-failed",
      "P95 55 ms → 66 ms (+20.0 %, significant): cmp-worse",
      "Throughput 40/s → 36/s (−10.0 %, significant): cmp-worse",
      "Error rate 2.5 % → 5 % (+2.5 pp, significant): cmp-worse",
      "Faster: status-tag status-passed",
      "P95 55 ms → 44 ms (−20.0 %, significant): cmp-better",
      "≈Throughput 40/s → 44/s (+10.0 %, not shown to differ; smallest change that could be shown: 75.0 %): cmp-notShown",
      "≈Error rate 2.5 %, baseline 2.5 % (not shown to differ): cmp-notShown",
    ]
  `)
  expect(outline(await section('cmp-differences'))).toMatchInlineSnapshot(`
    "region "Differences in test conditions"
      heading "Differences in test conditions"
      These conditions differ and may explain changes in the figures.
      table
        row: columnheader "Condition" | columnheader "#1" | columnheader "#2" | columnheader "#3"
        row: columnheader "Peak users" | 20 | 20 | 40
        row: columnheader "Scenario" | Black Friday | – | Black Friday"
  `)
  expect(classes(await section('cmp-differences'), 'td')).toMatchInlineSnapshot(`
    [
      "20: ",
      "20: ",
      "40: cmp-other",
      "Black Friday: ",
      "–: cmp-other",
      "Black Friday: ",
    ]
  `)
})

test('figures of all requests have value, difference, percentage and significance', async () => {
  await open(three)
  const totals = await section('cmp-totals')
  expect(outline(totals)).toMatchInlineSnapshot(`
    "region "Summary"
      heading "Summary"
      All requests
      combobox "Scope" [haspopup=listbox]
      img "down"
      Tolerance
      spinbutton "Tolerance % up down" = "5.0" [valuenow=5]
      %
      button "Increase Value"
      button "Decrease Value"
      table
        row: columnheader "Metric" | columnheader "#1 Baseline" | columnheader "#2" | columnheader "#3"
        row: columnheader "Value" | columnheader "Change" | columnheader "%" | columnheader "Significance" | columnheader "Value" | columnheader "Change" | columnheader "%" | columnheader "Significance"
        row: columnheader "Avg response time" title "Average response time of all requests" | 20 ms | 24 ms | +0.4 ms | +2.0 % | button "below tolerance" | 16 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "P50" title "Half of the requests did not exceed this time" | 18 ms | 21.6 ms | +3.6 ms | +20.0 % | button "worse" | 14.4 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "P90" title "90 % of the requests did not exceed this time" | 40 ms | 48 ms | 0 ms | 0 % | button "not tested" | 32 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "P95" title "95 % of the requests did not exceed this time" | 55 ms | 66 ms | +11 ms | +20.0 % | button "worse" | 44 ms | −11 ms | −20.0 % | button "better"
        row: columnheader "P99" title "99 % of the requests did not exceed this time" | 80 ms | 96 ms | +16 ms | +20.0 % | button "not shown to differ" | 64 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "P99.9" title "99.9 % of the requests did not exceed this time" | 89 ms | 107 ms | +17.8 ms | +20.0 % | button "not enough data" | 71.2 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "Min response time" title "Fastest request; extreme values are not tested for significance" | 2 ms | 2.4 ms | 0 ms | 0 % | button "not tested" | 1.6 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "Max response time" title "Slowest request; extreme values are not tested for significance" | 90 ms | 108 ms | 0 ms | 0 % | button "not tested" | 72 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "Standard deviation" title "Dispersion of response times" | 5 ms | 6 ms | 0 ms | 0 % | button "not tested" | 4 ms | 0 ms | 0 % | button "not tested"
        row: columnheader "Throughput" title "Requests completed per second" | 40/s | 36/s | −4/s | −10.0 % | button "worse" | 44/s | +4/s | +10.0 % | button "not shown to differ"
        row: columnheader "Error rate" title "Failed requests as a percentage of all requests; changes are in percentage points" | 2.5 % | 5 % | +2.5 pp | +100 % | button "worse" | 2.5 % | 0 pp | 0 % | button "not shown to differ"
        row: columnheader "Requests" title "Total number of completed requests; not tested for significance" | 2,400 | 2,400 | 0 | 0 % | button "not tested" | 2,400 | 0 | 0 % | button "not tested"
        row: columnheader "Sent" title "Bytes sent per second" | 1 KiB/s | 1 KiB/s | −512 B/s | −50.0 % | button "changed" | 1 KiB/s | 0 B/s | 0 % | button "not tested"
        row: columnheader "Received" title "Bytes received per second" | 2 KiB/s | 2 KiB/s | +512 B/s | +25.0 % | button "changed" | 2 KiB/s | 0 B/s | 0 % | button "not tested"
      Significance: each run is divided into windows of 5 s or longer, and the values of the windows are compared (Mann–Whitney test, or a t-test that considers first-order autocorrelation for few windows that depend on each other; Holm correction). Variation between repeated runs of the same version is not considered; see the trend below. Only the time at constant load is tested: #2 0:10 – 1:00. The figures are those of the whole range. The load of both runs changes alike: windows at the same elapsed time are compared in pairs, so that what changes alike in both does not count as variation."
  `)
  expect(classes(totals, 'tr:nth-child(4) td, tr:nth-child(1) td')).toMatchInlineSnapshot(`
    [
      "20 ms: cmp-number",
      "24 ms: cmp-number cmp-first",
      "+0.4 ms: cmp-number cmp-small",
      "+2.0 %: cmp-number cmp-small",
      "≈ below tolerance: ",
      "16 ms: cmp-number cmp-first",
      "0 ms: cmp-number cmp-untested",
      "0 %: cmp-number cmp-untested",
      "not tested: ",
      "55 ms: cmp-number",
      "66 ms: cmp-number cmp-first",
      "+11 ms: cmp-number cmp-worse",
      "+20.0 %: cmp-number cmp-worse",
      "worse: ",
      "44 ms: cmp-number cmp-first",
      "−11 ms: cmp-number cmp-better",
      "−20.0 %: cmp-number cmp-better",
      "better: ",
    ]
  `)
})

test('curves of every run are drawn, and suspect seconds are marked', async () => {
  const { user } = await open(three)
  const part = await section('cmp-curves')
  await waitFor(() => expect(part.querySelectorAll('figure')).toHaveLength(6))
  for (const button of within(part).getAllByRole('button', { name: /table/i })) await user.click(button)
  expect(outline(part)).toMatchInlineSnapshot(`
    "region "Curves"
      heading "Curves"
      All requests
      combobox "Scope" [haspopup=listbox]
      img "down"
      x axis: time since the start of each run or of its selected time range.
      figure "P95"
        heading "P95"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 60 ms, max 64 ms, last 64 ms; #2: min 70 ms, max 74 ms, last 74 ms; #3: min 80 ms, max 84 ms, last 84 ms
        group "P95"
          table "P95"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 60 ms | 70 ms | 80 ms
            row: columnheader "0:02" | 62 ms | 72 ms | 82 ms
            row: columnheader "0:04" | 64 ms | 74 ms | 84 ms
      figure "Throughput"
        heading "Throughput"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 0/s, max 40.5/s, last 0/s; #2: min 0/s, max 41/s, last 0/s; #3: min 0/s, max 41.5/s, last 0/s
        group "Throughput"
          table "Throughput"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 40.5/s | 41/s | 41.5/s
            row: columnheader "0:02" | 40.5/s | 41/s | 41.5/s
            row: columnheader "0:04" | 0/s | 0/s | 0/s
      figure "Error rate"
        heading "Error rate"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 1.23 %, max 1.23 %, last 1.23 %; #2: min 2.44 %, max 2.44 %, last 2.44 %; #3: min 3.61 %, max 3.61 %, last 3.61 %
        group "Error rate"
          table "Error rate"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 1.23 % | 2.44 % | 3.61 %
            row: columnheader "0:02" | 1.23 % | 2.44 % | 3.61 %
            row: columnheader "0:04" | – | – | –
      figure "P50"
        heading "P50"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 18 ms, max 18 ms, last 18 ms; #2: min 18 ms, max 18 ms, last 18 ms; #3: min 18 ms, max 18 ms, last 18 ms
        group "P50"
          table "P50"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 18 ms | 18 ms | 18 ms
            row: columnheader "0:02" | 18 ms | 18 ms | 18 ms
            row: columnheader "0:04" | 18 ms | 18 ms | 18 ms
      figure "P99"
        heading "P99"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 80 ms, max 80 ms, last 80 ms; #2: min 80 ms, max 80 ms, last 80 ms; #3: min 80 ms, max 80 ms, last 80 ms
        group "P99"
          table "P99"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 80 ms | 80 ms | 80 ms
            row: columnheader "0:02" | 80 ms | 80 ms | 80 ms
            row: columnheader "0:04" | 80 ms | 80 ms | 80 ms
      figure "Users"
        heading "Users"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "#1" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#2" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "#3" [pressed] title "Click to show only this series; click again to show all"
        #1: min 10, max 14, last 14; #2: min 10, max 14, last 14; #3: min 10, max 14, last 14
        group "Users"
          table "Users"
            row: columnheader "Time" | columnheader "#1" | columnheader "#2" | columnheader "#3"
            row: columnheader "0:00" | 10 | 10 | 10
            row: columnheader "0:02" | 12 | 12 | 12
            row: columnheader "0:04" | 14 | 14 | 14
      Data between the dashed lines is unreliable (load machine lost or overloaded): #2 0:00 – 0:04"
  `)
})

test('the trend shows the last runs as points and as a table', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.className === 'cmp-trend' ? 884 : 0
  })
  onTestFinished(() => width.mockRestore())
  const { user, search, last } = await open(three)
  const part = await section('cmp-trend')
  await waitFor(() => expect(part.querySelectorAll('circle')).not.toHaveLength(0))
  expect(outline(part)).toMatchInlineSnapshot(`
    "region "Scenario trend · P95"
      heading "Scenario trend · P95"
      All requests
      combobox "Scope" [haspopup=listbox]
      img "down"
      P95
      combobox "Metric" [haspopup=listbox]
      img "down"
      radiogroup "Last"
        radio "10 runs"
        10 runs
        radio "20 runs" [checked]
        20 runs
        radio "50 runs"
        50 runs
      button "Show as table"
      Recent runs of scenario “Black Friday” (whole runs). The band is the baseline ± the tolerance; click a point to open its report.
      group "Scenario trend"
        link "#1 · 2020-11-22 08:00:00 · P95 55 ms" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962
        link "#2 · 2020-11-23 08:00:00 · P95 66 ms" → /pone/atf/projects/analysisReports?id=22222222-e2bb-4255-8caf-4136c566a962
        link "#3 · 2020-11-24 08:00:00 · P95 77 ms" → /pone/atf/projects/analysisReports?id=33333333-e2bb-4255-8caf-4136c566a962
      Hollow: did not end as planned"
  `)
  const names = ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'width', 'height', 'fill']
  const placeOf = (each: Element) =>
    names.flatMap(name => {
      const value = each.getAttribute(name)
      return value === null
        ? []
        : [`${name}=${/^[\d.]+$/.test(value) ? Number(Number(value).toFixed(1)) : value}`]
    })
  const drawn = part.querySelectorAll('svg > line, svg rect, svg g > line, svg text, circle:nth-of-type(2)')
  expect([...drawn].map(each => `${each.textContent} ${placeOf(each).join(' ')}`)).toMatchInlineSnapshot(`
    [
      " x1=72 y1=214 x2=872 y2=214",
      "0 ms x=64 y=218",
      " x1=72 y1=163.5 x2=872 y2=163.5",
      "20 ms x=64 y=167.5",
      " x1=72 y1=113 x2=872 y2=113",
      "40 ms x=64 y=117",
      " x1=72 y1=62.5 x2=872 y2=62.5",
      "60 ms x=64 y=66.5",
      " x1=72 y1=12 x2=872 y2=12",
      "80 ms x=64 y=16",
      " x=72 y=68.2 width=800 height=13.9",
      " x1=172 y1=75.1 x2=372 y2=47.4",
      " x1=372 y1=47.4 x2=572 y2=19.6",
      "#1 x=172 y=232",
      " cx=172 cy=75.1 r=6 fill=#2f6fde",
      "#2 x=372 y=232",
      " cx=372 cy=47.4 r=6 fill=#c4661b",
      "#3 x=572 y=232",
      " cx=572 cy=19.6 r=6 fill=var(--container)",
      "#4 x=772 y=232",
    ]
  `)
  await user.click(within(part).getByRole('button', { name: /table/i }))
  expect(outline(within(part).getByRole('table'))).toMatchInlineSnapshot(`
    "table
      row: columnheader "Run" | columnheader "Start time" | columnheader "State" | columnheader "SLA" | columnheader "Peak users" | columnheader "P95" | columnheader "Compared with baseline"
      row: columnheader "#4" | 2020-11-25 08:00:00 | Complete | – | 20 | – | –
      row: columnheader "#3" | 2020-11-24 08:00:00 | Stopped by user | – | 20 | 77 ms | +40.0 %
      row: columnheader "#2" | 2020-11-23 08:00:00 | Complete | Failed | 20 | 66 ms | +20.0 %
      row: columnheader "#1" | 2020-11-22 08:00:00 | Complete | – | 20 | 55 ms | 0 %"
  `)
  await user.click(within(part).getByText('50 runs'))
  await waitFor(() => expect(last('comparison/trend')?.['limit']).toBe('50'))
  expect(search().get('trend')).toBe('50')
})

test('labels are grouped by the runs that have them, searched, filtered and sorted', async () => {
  const { user, search } = await open(three)
  const part = await section('cmp-labels')
  expect(outline(part)).toMatchInlineSnapshot(`
    "region "Transactions and requests · P95"
      heading "Transactions and requests · P95"
      P95
      combobox "Metric" [haspopup=listbox]
      img "down"
      img "search"
      textbox "Search by name" (Search by name)
      button "close-circle"
      radiogroup "Kind"
        radio "All" [checked]
        All
        radio "Requests"
        Requests
        radio "Transactions"
        Transactions
      checkbox "Significant changes only"
      Significant changes only
      status: 6 of 6
      group "Transactions and requests"
        table
          row: columnheader "Name" | columnheader "#1 Baseline" | columnheader "#2" | columnheader "#3"
          row: columnheader "GET /cart" | 55 ms | 55 ms | +20.0 %worse | 55 ms | +1.8 %below tolerance
          row: columnheader "POST /order" | 55 ms | 55 ms | −40.0 %better | – | 
          row: columnheader "Buy" | 55 ms | 55 ms | +1.8 %below tolerance | 55 ms | +3.6 %below tolerance
          row: columnheader "Only in #1 (1)"
          row: columnheader "only first" | 55 ms | – |  | – | 
          row: columnheader "Not in the baseline; present in #2, #3 (1)"
          row: columnheader "not in first" | – | 55 ms |  | 55 ms | 
          row: columnheader "Only in #3 (1)"
          row: columnheader "only third" | – | – |  | 55 ms | 
      Click a name to limit summary, curves and trend to it; click again to show all requests."
  `)
  const names = () => [...part.querySelectorAll('tbody th')].map(each => each.textContent.trim())
  await user.click(within(part).getByRole('button', { name: /change of #2/i }))
  expect(names()).toMatchInlineSnapshot(`
    [
      "GET /cart",
      "Buy",
      "POST /order",
      "Only in #1 (1)",
      "only first",
      "Not in the baseline; present in #2, #3 (1)",
      "not in first",
      "Only in #3 (1)",
      "only third",
    ]
  `)
  expect(
    within(part)
      .getAllByRole('columnheader')
      .map(each => each.getAttribute('aria-sort')),
  ).toEqual([null, null, 'descending', null])
  await user.click(within(part).getByRole('checkbox'))
  expect(names()).toEqual(['GET /cart', 'POST /order'])
  await user.click(within(part).getByRole('button', { name: 'POST /order' }))
  expect(search().get('label')).toBe('key of POST /order')
  expect(within(part).getByRole('button', { name: 'POST /order' }).getAttribute('aria-pressed')).toBe('true')
  const totals = await section('cmp-totals')
  expect(within(totals).getAllByRole('row').at(2)?.textContent).toContain('–')
  await user.click(within(part).getByRole('button', { name: 'POST /order' }))
  expect(search().has('label')).toBe(false)
  await user.type(within(part).getByRole('textbox'), 'nothing like it{Enter}')
  await user.click(await within(part).findByRole('button', { name: /clear filters/i }))
  await waitFor(() => expect(names()).toHaveLength(9))
})

test('the tolerance decides what counts as a change', async () => {
  const { user, search } = await open(three)
  const totals = await section('cmp-totals')
  const field = within(totals).getByRole('spinbutton')
  await user.clear(field)
  await user.type(field, '30')
  await waitFor(() => expect(search().get('tolerance')).toBe('30'))
  const p95 = () => within(totals).getByRole('row', { name: /^p95/i }).textContent
  expect(p95()).toContain('below tolerance')
  await user.clear(field)
  await waitFor(() => expect(p95()).toContain('worse'))
})

test('the tooltip of a change explains its significance', async () => {
  await open(three)
  const totals = await section('cmp-totals')
  const buttons = within(totals).getAllByRole('button')
  const reasons: string[] = []
  for (const name of [/worse/i, /unknown|not enough/i]) {
    const button = buttons.find(each => name.test(each.textContent)) as HTMLElement
    fireEvent.focus(button)
    const tip = await screen.findByRole('tooltip')
    reasons.push(outline(tip))
    fireEvent.blur(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
  expect(reasons).toMatchInlineSnapshot(`
    [
      "tooltip
      Significantly worse: the difference is larger than the variation within each run.
      With 95 % confidence, the change is between +2.6 ms and +4.6 ms.
      p = 0.012: if there were no real difference, a difference this large would occur by chance with probability 1.2 % (corrected for multiple tests).
      Tested with time windows of 5 s.",
      "tooltip
      The runs are too short or have too few requests to decide whether the difference is due to chance.
      Tested with time windows of 5 s.",
    ]
  `)
})

test('a run becomes the baseline, gets its own time range, and is removed', async () => {
  const { user, search } = await open(three)
  await section('cmp-totals')
  await user.click(screen.getAllByRole('button', { name: /baseline/i })[1] as HTMLElement)
  expect(search().get('base')).toBe(idOf(3))
  await section('cmp-totals')
  await user.click(screen.getByRole('button', { name: 'Actions for #1' }))
  await user.click(await screen.findByRole('menuitem', { name: /of this run/ }))
  const dialog = await screen.findByRole('dialog')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Scope" [modal]
      button "Close"
      #1: compare a time range only
      form
        Relative to the start of this run; applies to this run only.
        From
        textbox "From" = "0:00"
        To (leave empty for the end)
        textbox "To (leave empty for the end)"
        Minutes:seconds, or seconds only
        button "Exclude the first 15 s of ramp-up"
        button "Same as other runs"
        button "Apply""
  `)
  const [from, to] = within(dialog).getAllByRole('textbox')
  const apply = () => within(dialog).getByRole('button', { name: /apply/i })
  const typed = (first: string, second: string) => {
    fireEvent.change(from as HTMLElement, { target: { value: first } })
    fireEvent.change(to as HTMLElement, { target: { value: second } })
    const alert = within(dialog).queryByRole('alert')?.textContent ?? null
    expect(apply().hasAttribute('disabled')).toBe(alert !== null)
    return alert
  }
  expect(typed('x', '')).toMatchInlineSnapshot(`"Enter minutes:seconds, for example 1:30"`)
  expect(typed('0', 'x')).toMatchInlineSnapshot(`"Enter minutes:seconds, for example 1:30"`)
  expect(typed('20', '20')).toMatchInlineSnapshot(`"The start must be before the end"`)
  expect(typed('1:00', '')).toMatchInlineSnapshot(
    `"The start is beyond the duration of the run (1 min 00 s)"`,
  )
  expect(typed('59', '')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: /ramp/i }))
  expect((from as HTMLInputElement).value).toBe('0:15')
  expect(typed('0:15.5', '0:30.2')).toBeNull()
  await user.click(apply())
  await waitFor(() => expect(search().get('runs')).toContain(`${idOf(1)}.15-31`))
  await user.click(screen.getByRole('button', { name: /remove.*#2/i }))
  expect(search().get('runs')).not.toContain(idOf(2))
})

test('one time range is set for all runs, then the whole duration again', async () => {
  const { user, search } = await open(`runs=${idOf(1)}_${idOf(2)}&base=${idOf(2)}`)
  await section('cmp-totals')
  await user.click(screen.getByRole('button', { name: /select time range/i }))
  const dialog = await screen.findByRole('dialog')
  const [from, to] = within(dialog).getAllByRole('textbox')
  fireEvent.change(from as HTMLElement, { target: { value: '5' } })
  await user.type(to as HTMLElement, '50{Enter}')
  await waitFor(() => expect(search().get('part')).toBe('5-50'))
  await user.click(screen.getByRole('button', { name: /select time range/i }))
  const again = await screen.findByRole('dialog')
  expect(
    within(again)
      .getAllByRole<HTMLInputElement>('textbox')
      .map(each => each.value),
  ).toEqual(['0:05', '0:50'])
  await user.click(within(again).getByRole('button', { name: /whole/i }))
  await waitFor(() => expect(search().has('part')).toBe(false))
})

test('runs that cannot be compared show the reason; a failed one is read again', async () => {
  const runs: Record<string, unknown> = {
    [idOf(1)]: runDetailOf(1),
    [idOf(2)]: runDetailOf(2, { engine: 'jmeter' }),
    [idOf(3)]: runDetailOf(3, { state: 'failed', startedAt: null, endedAt: null }),
    [idOf(4)]: { status: 500, code: 'InternalError', message: 'no', params: {} },
  }
  const { user, sent } = await open(`runs=${[1, 2, 3, 4, 5].map(idOf).join('_')}&part=90-`, { runs })
  const cards = await screen.findByRole('list', { name: /runs/i })
  await waitFor(() => expect(within(cards).getAllByRole('note')).toHaveLength(5))
  expect(outline(cards)).toMatchInlineSnapshot(`
    "list "Compared runs"
      listitem
        link "#1 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962
        button "Actions for #1"
        button "Remove #1" title "Remove"
        2020-11-22 08:00:001 min 00 sPart 1:30 – end
        Complete
        note: The run ended before the selected time range; not compared
      listitem
        link "#2 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=22222222-e2bb-4255-8caf-4136c566a962
        button "Actions for #2"
        button "Remove #2" title "Remove"
        2020-11-23 08:00:001 min 00 sPart 1:30 – end
        Complete
        note: Type differs from the baseline (PR / JMeter); not compared
      listitem
        link "#3 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=33333333-e2bb-4255-8caf-4136c566a962
        button "Actions for #3"
        button "Remove #3" title "Remove"
        ––Part 1:30 – end
        Failed
        note: The run never started and has no data to compare
      listitem
        Run could not be loaded
        button "Remove this run" title "Remove"
        note
          This run could not be loaded and is not compared
          button "Retry"
      listitem
        Deleted run
        button "Remove this run" title "Remove"
        note: This run does not exist or has been deleted; the other runs are compared"
  `)
  expect(sent.filter(({ call }) => call === 'comparison/compare')).toHaveLength(0)
  expect(screen.queryByRole('button', { name: /print|csv/i })).toBeNull()
  runs[idOf(4)] = runDetailOf(4, { startedAt: startedAt + 5, endedAt: startedAt + 200_000 })
  await user.click(within(cards).getByRole('button', { name: /again|retry/i }))
  await waitFor(() => expect(within(cards).getAllByRole('note')).toHaveLength(4))
})

test('without a selection runs can be chosen: of one engine, searched, ten at most', async () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(number =>
    runOf(number, {
      ...(number === 2 ? { source: 'import', requests: 0, failed: 0, p95Ms: null } : {}),
      ...(number === 3 ? { state: 'failed', startedAt: null, endedAt: null } : {}),
    }),
  )
  const tree = [
    {
      id: idOf(0),
      parentId: null,
      kind: 'scenario',
      name: 'Black Friday',
      position: 0,
      updatedAt: 0,
      updatedBy: 'li',
    },
  ]
  const { user, last, search } = await open('', { list, more: { 'scenario/tree': tree } })
  expect(outline()).toMatchInlineSnapshot(`
    "banner
      heading "Compare reports"
    heading "Select at least two runs to compare"
    Select one run as the baseline to see how response times, throughput and error rates of the other runs have changed, whether the changes are significant, and the recent trend of the scenario.
    button "plus Select runs""
  `)
  await user.click(screen.getByRole('button', { name: /add|select/i }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('#1')
  expect(last('run/list')).toMatchObject({ page: '1', pageSize: '10', descending: 'true', sort: 'createdAt' })
  // antd adds a header cell for the scroll bar after it has measured the scrolled table.
  expect(outline(dialog).replace(/ \| columnheader$/m, '')).toMatchInlineSnapshot(`
    "dialog "Select runs to compare" [modal]
      button "Close"
      Select runs to compare
      radiogroup "Type"
        radio "PR" [checked]
        PR
        radio "JMeter"
        JMeter
      img "search"
      textbox "Search by scenario name or number" (Search by scenario name or number)
      button "close-circle"
      table: row: columnheader | columnheader "#" | columnheader "Scenario" | columnheader "Start time" | columnheader "State" | columnheader "Duration" | columnheader "Peak users" | columnheader "P95" | columnheader "Error rate"
      table
        row: checkbox "#1" | #1 | Black Friday | 2020-11-22 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#2" | #2 | Black Friday Imported | 2020-11-23 08:00:00 | Complete | 1 min 00 s | 20 | – | –
        row: checkbox "#3" [disabled] | #3 | Black Friday | – | Failed | – | 20 | 55 ms | 2.5 %
        row: checkbox "#4" | #4 | Black Friday | 2020-11-25 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#5" | #5 | Black Friday | 2020-11-26 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#6" | #6 | Black Friday | 2020-11-27 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#7" | #7 | Black Friday | 2020-11-28 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#8" | #8 | Black Friday | 2020-11-29 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#9" | #9 | Black Friday | 2020-11-30 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
        row: checkbox "#10" | #10 | Black Friday | 2020-12-01 08:00:00 | Complete | 1 min 00 s | 20 | 55 ms | 2.5 %
      list
        listitem [disabled] title "Previous Page"
          button "Previous page" [disabled]
        listitem title "1"
          link "Page 1" [current=page]
        listitem title "2"
          link "Page 2"
        listitem title "Next Page"
          button "Next page"
      status: 0 of 10 selected
      button "Cancel"
      button "Compare" [disabled]"
  `)
  const boxes = () => within(dialog).getAllByRole<HTMLInputElement>('checkbox')
  const compare = () => within(dialog).getByRole('button', { name: /compare/i })
  expect(compare().hasAttribute('disabled')).toBe(true)
  await user.click(boxes()[0] as HTMLElement)
  await user.click(within(dialog).getByText('#2'))
  await user.click(within(dialog).getByText('#3'))
  expect(boxes().filter(box => box.checked)).toHaveLength(2)
  expect(compare().hasAttribute('disabled')).toBe(false)
  for (const number of [4, 5, 6, 7, 8, 9, 10]) await user.click(within(dialog).getByText(`#${number}`))
  expect(within(dialog).getByRole('status').textContent).toMatchInlineSnapshot(`"9 of 10 selected"`)
  await user.click(within(dialog).getByText('#1'))
  await user.click(within(dialog).getByText('JMeter'))
  await waitFor(() => expect(last('run/list')?.['engines']).toBe('["jmeter"]'))
  expect(boxes().filter(box => box.checked)).toHaveLength(0)
  await user.type(within(dialog).getByRole('textbox'), 'friday{Enter}')
  await waitFor(() => expect(last('run/list')?.['search']).toBe('friday'))
  await within(dialog).findByText('#4')
  await user.click(within(dialog).getByText('#4'))
  await user.click(within(dialog).getByText('#5'))
  await user.click(compare())
  await waitFor(() => expect(search().get('runs')).toBe(`${idOf(4)}_${idOf(5)}`))
})
