import { reportSchema } from '@pone/contract/entities/report.ts'
import { type ReportContent, reportContentSchema } from '@pone/results/report/content.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, runDetailOf, secondOf, startedAt, statisticsOf } from '../../../test-runs.ts'
import { Page } from './report-page.tsx'

const rule = (number: number, over: object = {}) => ({
  id: idOf(number),
  label: '',
  metric: 'p95',
  operator: '<',
  threshold: 50,
  window: { kind: 'wholeRun' },
  action: 'record',
  whenNotRun: 'fail',
  ...over,
})
const exchange = {
  at: startedAt + 5_000,
  label: 'GET /cart',
  method: 'GET',
  url: 'http://shop/cart',
  requestHeaders: [['accept', 'application/json']],
  requestBody: '',
  status: 503,
  responseHeaders: [],
  responseBody: '{"fault":"busy"}',
  responseBytes: 16,
  durationMs: 12,
  error: { code: 'HTTP 503', message: 'busy' },
  checkpoints: [
    { id: 'c1', summary: 'status is 200', passed: false, actual: '503' },
    { id: 'c2', summary: 'has a body', passed: true, actual: '' },
  ],
  extracted: [],
}
const labelOf = (index: number, name: string, kind: string, phases: object | null, times = 1) => ({
  ...statisticsOf({ count: 100 * (index + 1), failed: index, times }),
  label: { index, name, kind, component: 'Shop' },
  phases,
  ...(phases && {
    phasesPerRequest: Object.fromEntries(Object.entries(phases).map(([key, ms]) => [key, ms ?? 0])),
  }),
})
const run = runDetailOf(1, { scenario: { sla: [rule(1)], sampleLog: 'csv' }, sla: 'broken' })
const full = {
  run,
  fromMs: 0,
  toMs: 60_000,
  verdict: 'failed',
  missing: [],
  sla: [
    {
      rule: rule(1),
      state: 'broken',
      value: 55,
      firstBrokenAt: startedAt + 30_000,
      violatedSeconds: 3,
      violation: { value: 56, fromMs: 12_000, toMs: 31_500 },
    },
    {
      rule: rule(2, { label: 'GET /cart', metric: 'rps', operator: '>=', threshold: 30 }),
      state: 'broken',
      value: 20,
      firstBrokenAt: startedAt + 20_000,
      violatedSeconds: 9,
    },
    {
      rule: rule(3),
      state: 'notJudged',
      reason: 'noSamples',
      value: null,
      firstBrokenAt: null,
      violatedSeconds: 0,
    },
  ],
  judged: { fromMs: 10_000, toMs: 60_000, ratesToMs: 58_000, rampUpEndMs: 10_000, includesRampUp: false },
  seconds: [secondOf(0, { lateStarts: 3 }), secondOf(1, { droppedStarts: 2 })],
  total: statisticsOf(),
  labels: [
    labelOf(0, 'GET /cart', 'request', { connectMs: 2, firstByteMs: 6, transferMs: 2 }),
    labelOf(1, 'POST /order', 'request', { connectMs: null, firstByteMs: 20, transferMs: 0 }, 2),
    labelOf(2, 'Buy', 'transaction', null, 3),
  ],
  peakUsers: 25,
  usersBasis: 'maximum',
  errors: [
    {
      label: 'POST /order',
      code: 'timeout',
      message: 'no response',
      count: 2,
      firstAt: startedAt + 9_000,
      lastAt: startedAt + 9_500,
      sample: null,
    },
    {
      label: 'GET /cart',
      code: 'HTTP 503',
      message: 'busy',
      count: 50,
      firstAt: startedAt + 5_000,
      lastAt: startedAt + 50_000,
      sample: exchange,
    },
  ],
  distribution: [
    { fromMs: 0, toMs: 10, count: 600 },
    { fromMs: 10, toMs: 30, count: 1_200 },
    { fromMs: 30, toMs: 100, count: 600 },
  ],
  machines: [
    {
      name: 'load-1',
      maxCpu01: 0.5,
      cpuCores: 4,
      maxEngineCpu01: 0.6,
      maxHostCpu01: 0.7,
      hostCores: 8,
      maxEventLoopDelayMs: 3,
      maxMemoryBytes: 1_048_576,
      isOverloaded: false,
      overloads: [],
      busy: [],
      startSkewMs: 4,
      points: [{ second: 0, cpu01: 0.5, hostCpu01: null, eventLoopDelayMs: 1 }],
    },
    {
      name: 'load-2',
      maxCpu01: 0.99,
      cpuCores: null,
      maxEventLoopDelayMs: 300,
      maxMemoryBytes: null,
      isOverloaded: true,
      overloads: [{ fromSecond: 3, toSecond: 5, reasons: ['cpu'] }],
      busy: [
        { fromSecond: 6, toSecond: 7, hostCpu01: 0.99, engineCpu01: 0.1 },
        { fromSecond: 8, toSecond: 8, hostCpu01: 0.99, engineCpu01: 0.98 },
      ],
      points: [{ second: 0, cpu01: null, hostCpu01: 0.9, eventLoopDelayMs: 1 }],
    },
    {
      name: 'load-3',
      maxCpu01: null,
      maxEventLoopDelayMs: null,
      maxMemoryBytes: null,
      isOverloaded: false,
      points: [],
    },
    {
      name: 'load-4',
      maxCpu01: 0.97,
      maxEventLoopDelayMs: null,
      maxMemoryBytes: null,
      isOverloaded: true,
      points: [],
    },
  ],
  reconciliation: {
    sent: 2_400,
    counted: 2_398,
    lost: 2,
    isReconciled: true,
    machines: [{ machine: 'load-1', worker: 'load-1/1', sent: 2_400, counted: 2_398, lost: 2, repeated: 5 }],
    repeated: 5,
    late: [{ machine: 'load-2', requests: 12, at: startedAt + 70_000 }],
    marked: [
      [3, 3],
      [5, 9],
    ],
  },
  events: [
    { at: startedAt + 10_000, kind: 'loadChanged', params: { load: 5 }, by: 'li' },
    { at: startedAt + 20_000, kind: 'machineLost', params: { machine: 'load-2' }, by: null },
    { at: startedAt + 20_500, kind: 'machineStarted', params: { machine: 'load-2' }, by: null },
  ],
}
const contentOf = (over: object = {}): ReportContent => reportContentSchema.parse({ ...full, ...over })
const reportOf = (number: number, over: object = {}) =>
  reportSchema.parse({
    id: idOf(number),
    runId: idOf(1),
    state: 'successful',
    failure: null,
    fromMs: 0,
    toMs: 60_000,
    createdAt: startedAt,
    createdBy: 'li',
    ...over,
  })

async function open({
  content = contentOf() as ReportContent | null,
  reports = [reportOf(8)],
  detail = run,
  query = `id=${idOf(1)}`,
  canGenerate = true,
  more = {} as Record<string, unknown>,
} = {}) {
  const sent = await serve({
    'run/get': detail,
    'run/list': { rows: [], total: 0 },
    'report/list': reports,
    'report/get': ({ id = '' }: Record<string, string>) => ({
      ...reports.find(each => each.id === id),
      content,
    }),
    'report/notes': [],
    'report/generate': reportOf(9),
    ...more,
  })
  const drawn = await draw(<Page />, {
    address: `/pone/atf/projects/analysisReports?${query}`,
    session: { accessList: canGenerate ? ['report.generate'] : [] },
  })
  const last = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, sent, last }
}
const withoutSections = (article: Element) => {
  const copy = article.cloneNode(true) as Element
  for (const section of copy.querySelectorAll('section')) section.remove()
  return copy
}

test('the verdict comes first: what happened, under what load, what broke first', async () => {
  await open()
  const article = await screen.findByRole('article')
  expect(outline(withoutSections(article))).toMatchInlineSnapshot(`
    "article
      Failed
      At a peak of 25 users, 2,400 requests completed in 1 min 00 s, 40 per second on average. 95 % of the requests took at most 55 ms; error rate 2.5 %.
      2 of 2 SLA rules failed.
      Evaluated interval 0:10 – 1:00, without the ramp-up (until 0:10) · Rates are evaluated until 0:58, when the load ended
      SLA rule first violated: 0:20, GET /cart · Requests per second (RPS) ≥ 30/s
      First error at 0:05: GET /cart (HTTP 503)
      link "A load machine was overloaded; response times may be too high" → #report-machines
      alert
        img "exclamation-circle"
        Load machines overloaded: results of 0:03 – 0:06 are not reliable
        list: listitem: load-2, 0:03 – 0:06: one CPU core fully used
        Response times of these parts may include delays on the load machine itself. Before the next run add load machines, reduce the load or simplify the script. Limits (3 consecutive seconds): engine CPU above 95 % of a core, event-loop delay P99 above 50 ms, connections above 90 % of the process limit, host memory above 95 %, network interface above 90 %, late arrivals above 1 %.
      term: Requests
      definition: 2,400
      term: Requests/s
      definition: 40
      term: Average
      definition: 20 ms
      term: P95
      definition: 55 ms
      term: P99
      definition: 80 ms
      term: Error rate
      definition: 2.5 %
      term: Peak users
      definition: 25
      term: State
      definition: Complete
      term: End reason
      definition: Ended as planned
      term: Start time
      definition: 2020-11-22 08:00:00
      term: End time
      definition: 2020-11-22 08:01:00
      term: Interval
      definition: 0:00 – 1:00 (1 min 00 s)
      term: Cluster
      definition: local
      term: Load model
      definition: Constant
      term: Executed by
      definition: li"
  `)
  expect(
    [...article.querySelectorAll('.run-figure-bad')].map(each => each.textContent),
  ).toMatchInlineSnapshot(`
    [
      "Error rate2.5 %",
    ]
  `)
  expect(outline(screen.getByRole('banner'))).toMatchInlineSnapshot(`
    "banner
      link "Back" → /pone/atf/projects/logging
      heading "Black Friday · Report"
      #1
      button "scissor Part of the run"
      button "swap Compare with…"
      button "printer Print"
      button "download Export""
  `)
})

test('a part driven by arrivals tells its instants, what is missing and who stopped it', async () => {
  const detail = runDetailOf(1, {
    scenario: { drive: 'arrivals' },
    state: 'failed',
    cause: 'agentLost',
    causeDetail: 'load-2',
    usersBasis: 'sampled',
  })
  await open({
    content: contentOf({
      run: detail,
      fromMs: 10_000,
      toMs: 40_000,
      verdict: 'invalid',
      peakUsers: null,
      usersBasis: 'sampled',
      judged: null,
      sla: [],
      errors: [],
      missing: [{ section: 'distribution', reason: 'no memory' }],
    }),
    reports: [reportOf(8, { state: 'partlySuccessful' })],
  })
  expect(outline(withoutSections(await screen.findByRole('article')))).toMatchInlineSnapshot(`
    "article
      Not reliable
      At a peak of ≥ 20 users, 2,400 requests completed in 30 s, 40 per second on average. 95 % of the requests took at most 55 ms; error rate 2.5 %.
      link "A load machine was overloaded; response times may be too high" → #report-machines
      alert
        img "exclamation-circle"
        Some parts could not be generated
        distribution: no memory
      alert
        img "exclamation-circle"
        Load machines overloaded: results of 0:03 – 0:06 are not reliable
        list: listitem: load-2, 0:03 – 0:06: one CPU core fully used
        Response times of these parts may include delays on the load machine itself. Before the next run add load machines, reduce the load or simplify the script. Limits (3 consecutive seconds): engine CPU above 95 % of a core, event-loop delay P99 above 50 ms, connections above 90 % of the process limit, host memory above 95 %, network interface above 90 %, late arrivals above 1 %.
      term: Requests
      definition: 2,400
      term: Requests/s
      definition: 40
      term: Average
      definition: 20 ms
      term: P95
      definition: 55 ms
      term: P99
      definition: 80 ms
      term: Error rate
      definition: 2.5 %
      term: Late starts / Dropped starts
      definition: 3 / 2
      term: Peak users
      definition: ≥ 20
      term: State
      definition: Failed
      term: End reason
      definition: Load machine lost
      term: Details
      definition: load-2
      term: Start time
      definition: 2020-11-22 08:00:00
      term: End time
      definition: 2020-11-22 08:01:00
      term: Interval
      definition: 0:10 – 0:40 (30 s)
      term: Start and end
      definition: 2020-11-22 08:00:10 – 2020-11-22 08:00:40
      term: Cluster
      definition: local
      term: Load model
      definition: Constant
      term: Executed by
      definition: li"
  `)
})

test('each section shows its data', async () => {
  const { user } = await open()
  await screen.findByRole('article')
  for (const button of screen.getAllByRole('button', { name: /as table/i })) await user.click(button)
  const names = screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)
  expect(names).toMatchInlineSnapshot(`
    [
      "Conclusion",
      "Notes",
      "SLA",
      "Over time",
      "Transactions and requests",
      "Time split",
      "Response time and throughput by users",
      "Errors",
      "Distribution of response times",
      "Load machines",
      "Reconciliation",
      "Events",
    ]
  `)
  const shown = [...document.querySelectorAll('.report-section')].map(each => outline(each))
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "region "SLA"
      heading "SLA"
      table
        row: columnheader "SLA" | columnheader "Rule" | columnheader "Measured" | columnheader "Intervals in violation" | columnheader "First violation"
        row: Failed | Whole scenario · P95 response time < 50 ms | 56 ms 0:12 – 0:31.5 | 3 | 2020-11-22 08:00:30
        row: Failed | GET /cart · Requests per second (RPS) ≥ 30/s | 20/s | 9 | 2020-11-22 08:00:20
        row: Not evaluated no samples in the evaluated interval | Whole scenario · P95 response time < 50 ms | – | 0 | –
    region "Over time"
      heading "Over time"
      Drag on a chart to zoom in and select a time range; double-click to reset
      figure "Users"
        heading "Users"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Target users" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Active users (max)" [pressed] title "Click to show only this series; click again to show all"
        Target users: min 20, max 20, last 20; Active users (max): min 10, max 11, last 11
        group "Users"
          table "Users"
            row: columnheader "Time" | columnheader "Target users" | columnheader "Active users (max)"
            row: columnheader "0:00" | 20 | 10
            row: columnheader "0:01" | 20 | 11
      figure "Throughput"
        heading "Throughput"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Requests" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Transactions" [pressed] title "Click to show only this series; click again to show all"
        Requests: min 40/s, max 41/s, last 41/s; Transactions: min 4/s, max 4/s, last 4/s
        group "Throughput"
          table "Throughput"
            row: columnheader "Time" | columnheader "Requests" | columnheader "Transactions"
            row: columnheader "0:00" | 40/s | 4/s
            row: columnheader "0:01" | 41/s | 4/s
      figure "Response time"
        heading "Response time"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Average" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "P50" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "P90" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "P95" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "P99" [pressed] title "Click to show only this series; click again to show all"
        Average: min 20 ms, max 20 ms, last 20 ms; P50: min 18 ms, max 18 ms, last 18 ms; P90: min 40 ms, max 40 ms, last 40 ms; P95: min 55 ms, max 56 ms, last 56 ms; P99: min 80 ms, max 80 ms, last 80 ms
        group "Response time"
          table "Response time"
            row: columnheader "Time" | columnheader "Average" | columnheader "P50" | columnheader "P90" | columnheader "P95" | columnheader "P99"
            row: columnheader "0:00" | 20 ms | 18 ms | 40 ms | 55 ms | 80 ms
            row: columnheader "0:01" | 20 ms | 18 ms | 40 ms | 56 ms | 80 ms
      figure "Errors"
        heading "Errors"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Failed requests" [pressed] title "Click to show only this series; click again to show all"
        Failed requests: min 1/s, max 1/s, last 1/s
        group "Errors"
          table "Errors"
            row: columnheader "Time" | columnheader "Failed requests"
            row: columnheader "0:00" | 1/s
            row: columnheader "0:01" | 1/s
      figure "Traffic"
        heading "Traffic"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Received" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Sent" [pressed] title "Click to show only this series; click again to show all"
        Received: min 2 KiB/s, max 2 KiB/s, last 2 KiB/s; Sent: min 1 KiB/s, max 1 KiB/s, last 1 KiB/s
        group "Traffic"
          table "Traffic"
            row: columnheader "Time" | columnheader "Received" | columnheader "Sent"
            row: columnheader "0:00" | 2 KiB/s | 1 KiB/s
            row: columnheader "0:01" | 2 KiB/s | 1 KiB/s
      figure "Connections"
        heading "Connections"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Open connections" [pressed] title "Click to show only this series; click again to show all"
        Open connections: min 9, max 9, last 9
        group "Connections"
          table "Connections"
            row: columnheader "Time" | columnheader "Open connections"
            row: columnheader "0:00" | 9
            row: columnheader "0:01" | 9
    region "Transactions and requests"
      heading "Transactions and requests"
      table
        row: columnheader "Name" | columnheader "Kind" | columnheader "Count" | columnheader "Failed" | columnheader "Error rate" | columnheader "Per second" | columnheader "Min" | columnheader "Avg" | columnheader "P50" | columnheader "P90" | columnheader "P95" | columnheader "P99" | columnheader "P99.9" | columnheader "Max" | columnheader "Std dev" | columnheader "Received/s"
        row: GET /cart; link "Full link of GET /cart" → /pone/atf/projects/traceMonitor?run=11111111-e2bb-4255-8caf-4136c566a962&label=0 | Request | 100 | 0 | 0 % | 1.67 | 2 ms | 20 ms | 18 ms | 40 ms | 55 ms | 80 ms | 89 ms | 90 ms | 5 ms | 2 KiB
        row: POST /order; link "Full link of POST /order" → /pone/atf/projects/traceMonitor?run=11111111-e2bb-4255-8caf-4136c566a962&label=1 | Request | 200 | 1 | 0.5 % | 3.33 | 4 ms | 40 ms | 36 ms | 80 ms | 110 ms | 160 ms | 178 ms | 180 ms | 10 ms | 2 KiB
        row: Buy; link "Full link of Buy" → /pone/atf/projects/traceMonitor?run=11111111-e2bb-4255-8caf-4136c566a962&label=2 | Transaction | 300 | 2 | 0.67 % | 5 | 6 ms | 60 ms | 54 ms | 120 ms | 165 ms | 240 ms | 267 ms | 270 ms | 15 ms | –
        row: All requests |  | 2,400 | 60 | 2.5 % | 40 | 2 ms | 20 ms | 18 ms | 40 ms | 55 ms | 80 ms | 89 ms | 90 ms | 5 ms | 2 KiB
    region "Time split"
      heading "Time split"
      table
        row: columnheader "Name" | columnheader "Connect" | columnheader "First byte" | columnheader "Transfer" | columnheader "Average of all requests"
        row: columnheader "GET /cart" | 2 ms | 6 ms | 2 ms | img "10 ms"
        row: columnheader "POST /order" | – | 20 ms | 0 ms | img "20 ms"
      Average values. Look-up, connect and TLS include only requests that opened a connection; requests on reused connections have no such phases. The bars are averages over all requests of the row, 0 where a phase did not happen, so that the parts add up.
    region "Response time and throughput by users"
      heading "Response time and throughput by users"
      figure "Response time by users"
        heading "Response time by users"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Average" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "P95" [pressed] title "Click to show only this series; click again to show all"
        Average: min 20 ms, max 20 ms; P95: min 55 ms, max 56 ms
        group "Response time by users"
          table "Response time by users"
            row: columnheader "Users" | columnheader "Average" | columnheader "P95"
            row: columnheader "10" | 20 ms | 55 ms
            row: columnheader "11" | 20 ms | 56 ms
      figure "Throughput by users"
        heading "Throughput by users"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Requests" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Transactions" [pressed] title "Click to show only this series; click again to show all"
        Requests: min 40/s, max 41/s; Transactions: min 4/s, max 4/s
        group "Throughput by users"
          table "Throughput by users"
            row: columnheader "Users" | columnheader "Requests" | columnheader "Transactions"
            row: columnheader "10" | 40/s | 4/s
            row: columnheader "11" | 41/s | 4/s
      Each point covers 1 s: x is the max number of active users, y the requests that ended in it. Excluded: unreliable periods, and a last period shorter than half a second.
    region "Errors"
      heading "Errors"
      table
        row: columnheader "Request" | columnheader "Error" | columnheader "Message" | columnheader "Count" | columnheader "Last occurrence" | columnheader "Actions"
        row: GET /cart | HTTP 503 | busy | 50 | 2020-11-22 08:00:50 | button "View sample"
        row: POST /order | timeout | no response | 2 | 2020-11-22 08:00:09 | 
    region "Distribution of response times"
      heading "Distribution of response times"
      img "Distribution of response times: P50 18 ms, P90 40 ms, P95 55 ms, P99 80 ms"
      group
        button "Show as table"
        table
          row: columnheader "Response time" | columnheader "Requests" | columnheader "Share" | columnheader "Cumulative"
          row: columnheader "0 ms – 10 ms" | 600 | 25 % | 25 %
          row: columnheader "10 ms – 30 ms" | 1,200 | 50 % | 75 %
          row: columnheader "30 ms – 100 ms" | 600 | 25 % | 100 %
    region "Load machines"
      heading "Load machines"
      load-1 Load machine in good condition
      Start offset 4 ms · Max: engine process CPU 50 % of 4 cores, all engine processes 60 % of the host, host CPU 70 % of 8 cores, event-loop delay 3 ms, memory 1 MiB
      figure "CPU"
        heading "CPU"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Engine CPU" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Host CPU" [pressed] title "Click to show only this series; click again to show all"
        Engine CPU: min 50 %, max 50 %, last 50 %; Host CPU: min –, max –, last –
        group "CPU"
          table "CPU"
            row: columnheader "Time" | columnheader "Engine CPU" | columnheader "Host CPU"
            row: columnheader "0:00" | 50 % | –
      load-2 Overloaded 0:03 – 0:06: one CPU core fully used Busy with other programs 0:06 – 0:08: host CPU 99 %, of which engine processes 10 %; response times of this period may be too high Host CPU 99 % in 0:08 – 0:09, of which engine processes 98 %: the machine is at its limit; reduce users or add load machines
      Start offset – · Max: engine process CPU 99 %, all engine processes – of the host, host CPU –, event-loop delay 300 ms, memory –
      figure "CPU"
        heading "CPU"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Engine CPU" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Host CPU" [pressed] title "Click to show only this series; click again to show all"
        Engine CPU: min –, max –, last –; Host CPU: min 90 %, max 90 %, last 90 %
        group "CPU"
          table "CPU"
            row: columnheader "Time" | columnheader "Engine CPU" | columnheader "Host CPU"
            row: columnheader "0:00" | – | 90 %
      load-3 Run shorter than half a second: CPU was not measured
      Start offset – · Max: engine process CPU –, all engine processes – of the host, host CPU –, event-loop delay –, memory –
      figure "CPU"
        heading "CPU"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Engine CPU" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Host CPU" [pressed] title "Click to show only this series; click again to show all"
        Engine CPU: min –, max –, last –; Host CPU: min –, max –, last –
        group: table: row: columnheader "Time" | columnheader "Engine CPU" | columnheader "Host CPU" "CPU" "CPU"
      load-4 The load machine is overloaded; data of this time is unreliable
      Start offset – · Max: engine process CPU 97 %, all engine processes – of the host, host CPU –, event-loop delay –, memory –
      figure "CPU"
        heading "CPU"
        button "Show as chart" [pressed]
        button "Download"
        list
          listitem
            button "Engine CPU" [pressed] title "Click to show only this series; click again to show all"
          listitem
            button "Host CPU" [pressed] title "Click to show only this series; click again to show all"
        Engine CPU: min –, max –, last –; Host CPU: min –, max –, last –
        group: table: row: columnheader "Time" | columnheader "Engine CPU" | columnheader "Host CPU" "CPU" "CPU"
    region "Reconciliation"
      heading "Reconciliation"
      All 2,400 requests sent in the whole run are recorded; the results of 2 were lost and count as failed
      5 of these repeat a request on a new connection because the server closed the kept-alive connection before it responded; the server may have received both
      load-2 delivered data of 12 requests after the end of the run 2020-11-22 08:01:10
      Data of seconds 3, 5–9 is incomplete or affected; marked in the charts
      table
        row: columnheader "Load machine" | columnheader "Engine process" | columnheader "Sent" | columnheader "Counted" | columnheader "Result lost" | columnheader "Repeated"
        row: load-1 | load-1/1 | 2,400 | 2,398 | 2 | 5
    region "Events"
      heading "Events"
      list
        listitem: 2020-11-22 08:00:20Load machine load-2 was lost
        listitem: 2020-11-22 08:00:10li: Load changed to 5"
  `)
  const widths = [...document.querySelectorAll<HTMLElement>('.report-bucket-bar i, .run-phase-bar i')]
  expect(widths.map(each => each.style.width)).toMatchInlineSnapshot(`
    [
      "10%",
      "30%",
      "10%",
      "0%",
      "100%",
      "0%",
    ]
  `)
  expect(
    [...document.querySelectorAll<HTMLElement>('.report-machine-state')].map(each => each.style.color),
  ).toMatchInlineSnapshot(`
    [
      "var(--passed)",
      "var(--warning)",
      "var(--warning)",
      "var(--warning)",
      "var(--off)",
      "var(--warning)",
    ]
  `)
})

test('the sample of an error is shown in full', async () => {
  const { user } = await open()
  await screen.findByRole('article')
  await user.click(screen.getByRole('button', { name: /sample/i }))
  expect(outline(await screen.findByRole('dialog'))).toMatchInlineSnapshot(`
    "dialog "Error sample · GET /cart" [modal]
      button "Close"
      Error sample · GET /cart
      alert: HTTP 503 busy
      region
        heading "Request"
        GET http://shop/cart
        term: accept
        definition: application/json
      region
        heading "Response"
        503 · 12 ms · 16 B
        { "fault": "busy" }
      region
        heading "Checkpoints"
        list
          listitem: status is 200 Actual: 503
          listitem: has a body"
  `)
})

test('failed and slow requests lead to their traces where the project says how', async () => {
  const [failed, slow] = ['a'.repeat(32), 'b'.repeat(32)]
  const trace = { label: 'GET /cart', traceId: slow, at: startedAt + 9_000, durationMs: 812, passed: true }
  const content = contentOf({ traces: [trace] })
  for (const { sample } of content.errors) if (sample !== null) sample.traceId = failed
  const address = 'https://jaeger.example.com/trace/{traceId}'
  const console = { address: '', traceAddress: address, updatedBy: 'li', updatedAt: startedAt }
  const { user } = await open({ content, more: { 'tracingConsole/get': console } })
  const section = await screen.findByRole('region', { name: 'Traces of slow requests' })
  const row = (await within(section).findByText('812 ms')).closest('tr')
  expect(row?.textContent).toBe(`GET /cart812 ms0:09passed${slow}`)
  const link = await within(section).findByRole('link', { name: new RegExp(slow) })
  expect(link.getAttribute('href')).toBe(`https://jaeger.example.com/trace/${slow}`)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  await user.click(screen.getByRole('button', { name: /sample/i }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog)
      .getByRole('link', { name: new RegExp(failed) })
      .getAttribute('href'),
  ).toBe(`https://jaeger.example.com/trace/${failed}`)
})

test('without an address of traces their ids are shown alone', async () => {
  const trace = { label: 'a', traceId: 'c'.repeat(32), at: startedAt, durationMs: 1, passed: false }
  await open({ content: contentOf({ traces: [trace] }), more: { 'tracingConsole/get': null } })
  const section = await screen.findByRole('region', { name: 'Traces of slow requests' })
  expect(await within(section).findByText('c'.repeat(32))).toBeTruthy()
  expect(within(section).queryByRole('link')).toBeNull()
})

test.each([
  [{ awaited: ['load-2', 'load-3'] }],
  [{ isReconciled: false }],
  [{ lost: 0, late: [], marked: [] }],
])('whether all requests are counted: %o', async over => {
  await open({ content: contentOf({ reconciliation: { ...full.reconciliation, ...over } }) })
  const article = await screen.findByRole('article')
  const section = article.querySelector('[aria-labelledby=report-reconciliation]') as HTMLElement
  expect(
    [...section.querySelectorAll<HTMLElement>(':scope > p')].map(
      each => `${each.textContent} ${each.style.color}`,
    ),
  ).toMatchSnapshot()
})

test('with JMeter phases are shown only where they were measured', async () => {
  const detail = runDetailOf(1, { scenario: { engine: 'jmeter' }, engine: 'jmeter' })
  const labels = full.labels.map(each => ({ ...each, phases: null }))
  await open({ content: contentOf({ run: detail, labels }) })
  const article = await screen.findByRole('article')
  expect(article.querySelector('#report-phases')).toBeNull()
  expect(within(article).queryByRole('figure', { name: /connections/i })).toBeNull()
})

test('requests stand under their transactions, those outside last however the table is sorted', async () => {
  const partOf = (row: ReturnType<typeof labelOf>, parent: number) => ({
    ...row,
    label: { ...row.label, parent },
  })
  const labels = [
    labelOf(0, 'Buy', 'transaction', null, 3),
    partOf(labelOf(1, 'GET /cart', 'request', null), 0),
    partOf(labelOf(2, 'POST /order', 'request', null, 2), 0),
    labelOf(3, 'Browse', 'transaction', null, 9),
    { ...partOf(labelOf(4, 'GET /goods', 'request', null), 3), count: 0 },
    labelOf(5, 'GET /health', 'request', null, 5),
  ]
  const { user } = await open({ content: contentOf({ labels }) })
  const table = within(await screen.findByRole('region', { name: 'Transactions and requests' }))
  const rows = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map(row => within(row).queryAllByRole('cell'))
      .flatMap(cells => (cells.length < 9 ? [] : [`${cells[0]?.textContent} | ${cells[6]?.textContent}`]))
  expect(rows()).toEqual([
    'Buy | 60 ms',
    'GET /cart | 20 ms',
    'POST /order | 40 ms',
    'Browse | 180 ms',
    'GET /goods | –',
    'Requests outside transactions | ',
    'GET /health | 100 ms',
    'All requests | 20 ms',
  ])
  const avg = table.getAllByRole('columnheader', { name: /Avg/ })[0] as HTMLElement
  await user.click(avg)
  await user.click(avg)
  expect(rows()).toEqual([
    'Browse | 180 ms',
    'GET /goods | –',
    'Buy | 60 ms',
    'POST /order | 40 ms',
    'GET /cart | 20 ms',
    'Requests outside transactions | ',
    'GET /health | 100 ms',
    'All requests | 20 ms',
  ])
  await user.click(table.getAllByRole('button', { name: /Collapse row/i })[0] as HTMLElement)
  expect(rows().slice(0, 2)).toEqual(['Browse | 180 ms', 'Buy | 60 ms'])
})

test('nothing measured is said, not drawn', async () => {
  await open({
    content: contentOf({
      labels: [],
      errors: [],
      distribution: [],
      machines: [],
      events: [],
      sla: [],
      seconds: [],
      total: statisticsOf({ count: 0, failed: 0 }),
    }),
  })
  const article = await screen.findByRole('article')
  expect(
    [...article.querySelectorAll('.run-quiet, .ant-empty, .page-state')].map(each => each.textContent),
  ).toMatchInlineSnapshot(`
    [
      "This scenario has no SLA rules",
      "No figures yetShown when the first requests have finished.",
      " No errors",
      "No figures yet",
      "No figures yet",
      "No events",
    ]
  `)
})

test('of less than half a second the charts say that they have no rates', async () => {
  await open({ content: contentOf({ toMs: 456, seconds: [secondOf(0, { lengthMs: 456 })] }) })
  expect(await screen.findByText(/The interval is shorter than half a second/)).toBeTruthy()
  expect(screen.queryByText(/Drag over a chart/)).toBeNull()
})

test('another part is made a report of, in whole seconds', async () => {
  const { user, sent, last, router } = await open({
    reports: [reportOf(8), reportOf(9, { fromMs: 5_000, includesRampUp: true })],
  })
  await screen.findByRole('article')
  await user.click(screen.getByRole('button', { name: /part|range/i }))
  const form = (await screen.findByRole('checkbox')).closest('form') as HTMLElement
  expect(outline(form)).toMatchInlineSnapshot(`
    "form
      From
      textbox "From" = "0:00"
      To
      textbox "To" = "1:00"
      status: 0:00 – 1:00, 1 min 00 s
      Enter times relative to the start, for example 1:30; the whole run takes 1:00
      checkbox "Include the ramp-up in the SLA verdict"
      Include the ramp-up in the SLA verdict
      button "Generate report""
  `)
  const [from, to] = within(form).getAllByRole('textbox') as [HTMLElement, HTMLElement]
  const typed = (first: string, second: string) => {
    fireEvent.change(from, { target: { value: first } })
    fireEvent.change(to, { target: { value: second } })
    return [
      form.querySelector('small')?.textContent,
      form.querySelector('small')?.getAttribute('role'),
      from.getAttribute('aria-invalid'),
      to.getAttribute('aria-invalid'),
    ]
  }
  expect([
    typed('x', '1:00'),
    typed('30', '20'),
    typed('0:10.4', '0:20.2'),
    typed('0:10', '0:20'),
  ]).toMatchInlineSnapshot(`
    [
      [
        "Enter minutes:seconds, for example 1:30 or 0:56.7",
        "alert",
        "true",
        null,
      ],
      [
        "The start must not be later than the end",
        "alert",
        null,
        "true",
      ],
      [
        "0:10 – 0:21, 11 s (extended to full seconds)",
        "status",
        null,
        null,
      ],
      [
        "0:10 – 0:20, 10 s",
        "status",
        null,
        null,
      ],
    ]
  `)
  expect(typed('5', 'x')[3]).toBe('true')
  fireEvent.submit(form)
  expect(document.activeElement).toBe(to)
  expect(last('report/generate')).toBeUndefined()
  typed('0:10.4', '0:20.2')
  await user.click(within(form).getByRole('checkbox'))
  fireEvent.submit(form)
  await waitFor(() =>
    expect(last('report/generate')).toMatchObject({ fromMs: '10000', toMs: '21000', includesRampUp: 'true' }),
  )
  await waitFor(() => expect(router.state.location.search).toContain(`report=${idOf(9)}`))
  typed('0:00', '1:00')
  fireEvent.submit(form)
  await waitFor(() => expect(sent.filter(({ call }) => call === 'report/generate')).toHaveLength(2))
  expect(last('report/generate')).not.toHaveProperty('fromMs', '0')
  expect(last('report/generate')).not.toHaveProperty('toMs', '60000')
})

test('several reports can be chosen from; without the permission none is made', async () => {
  const reports = [reportOf(8), reportOf(9, { fromMs: 5_000, toMs: 30_000, includesRampUp: true })]
  const { user, router } = await open({
    reports,
    canGenerate: false,
    query: `id=${idOf(1)}&report=${idOf(8)}`,
  })
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: /part|range/i })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: /report/i }))
  const options = await screen.findAllByRole('option')
  expect(
    [...document.querySelectorAll('.ant-select-item')].map(each => each.textContent),
  ).toMatchInlineSnapshot(`
    [
      "Whole run",
      "0:05 – 0:30 (including ramp-up)",
    ]
  `)
  expect(options).not.toHaveLength(0)
  await user.click(document.querySelectorAll('.ant-select-item')[1] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toContain(`report=${idOf(9)}`))
})

test('the export offers the samples where they are kept', async () => {
  const { user, last } = await open({ more: { 'report/exportHtml': 'x', 'run/sampleLog': 'x' } })
  await screen.findByRole('article')
  await user.hover(screen.getByRole('button', { name: /export/i }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(each => each.textContent)).toMatchInlineSnapshot(`
    [
      "HTML report (one file)",
      "Transaction table as CSV",
      "All time series as one CSV",
      "Sample log (one line per request)",
    ]
  `)
  await user.click(items[0] as HTMLElement)
  await waitFor(() => expect(last('report/exportHtml')).toMatchObject({ id: idOf(8), language: 'en' }))
})

test.each([
  [
    'failed',
    /could not|failed/i,
    { reports: [reportOf(8, { state: 'failed', failure: 'no samples' })], content: null },
  ],
  ['absent', /no report/i, { reports: [], content: null }],
  ['under way', /still active/, { detail: runDetailOf(1, { state: 'running', endedAt: null }) }],
] as const)('a report that is %s', async (_name, title, options) => {
  await open(options as unknown as Parameters<typeof open>[0])
  await screen.findByRole('heading', { name: title })
  expect(outline().split('\n').slice(4).join('\n')).toMatchSnapshot()
})

test('while a report is read or made, none is said to be missing', async () => {
  const { sent } = await open({ reports: [reportOf(8, { state: 'generating' })], content: null })
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('report/get'))
  expect(screen.queryByRole('button', { name: /generate report/i })).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: /export/i })).toBeTruthy())
  expect(screen.queryByRole('button', { name: /generate report/i })).toBeNull()
})

test('a failed report is made again by those who may', async () => {
  const reports = [reportOf(8, { state: 'failed' })]
  const { user, last } = await open({ reports, content: null })
  await user.click(await screen.findByRole('button', { name: /generate/i }))
  await waitFor(() =>
    expect(last('report/generate')).toMatchObject({ runId: idOf(1), includesRampUp: 'false' }),
  )
})

test('a refused run says so, and is asked for again', async () => {
  const { user, sent } = await open({
    more: { 'run/get': { status: 500, code: 'NotFound', message: 'no such run' } },
  })
  await screen.findByText(/no such run/)
  const before = sent.length
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent.slice(before).map(({ call }) => call)).toContain('run/get'))
})
