import { type RunLive, runLiveSchema, runSecondSchema } from '@pone/contract/entities/run.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { Page as LogsPage } from '../log/running-logs-page.tsx'
import { Page as SlaPage } from '../sla/sla-page.tsx'
import { Page } from './live-page.tsx'

const runId = '3b241101-e2bb-4255-8caf-4136c566a962'
const statistics = {
  count: 400,
  passed: 390,
  failed: 10,
  successPercent: 97.5,
  errorPercent: 2.5,
  minMs: 1,
  avgMs: 20,
  maxMs: 90,
  p50Ms: 18,
  p90Ms: 40,
  p95Ms: 55,
  p99Ms: 80,
  p999Ms: 89,
  standardDeviationMs: 5,
  perSecond: 41,
  sentBytesPerSecond: 1_000,
  receivedBytesPerSecond: 2_000,
}
const second = (at: number) =>
  runSecondSchema.parse({
    second: at,
    lengthMs: 1_000,
    users: 7 + at,
    targetUsers: 12,
    requests: 37 + at,
    failed: 1,
    transactions: 2,
    avgMs: 20,
    p50Ms: 18,
    p90Ms: 40,
    p95Ms: 44,
    p99Ms: 80,
    maxMs: 90,
    sentBytes: 1,
    receivedBytes: 2,
    connections: 7,
    lateStarts: 3,
    droppedStarts: at,
    isSuspect: false,
  })
const plain: RunLive = runLiveSchema.parse({
  run: {
    id: runId,
    number: 23,
    engine: 'pr',
    scenarioId: runId,
    scenarioName: 'Black Friday',
    clusterName: 'local',
    state: 'running',
    cause: null,
    causeDetail: '',
    startedBy: 'li',
    createdAt: 1_000,
    startedAt: 10_000,
    endedAt: null,
    plannedDurationMs: 60_000,
    peakUsers: 9,
    usersBasis: 'maximum',
    requests: 400,
    failed: 10,
    requestsPerSecond: 41,
    p95Ms: 55,
    sla: 'pending',
    scenario: {},
    labels: [],
    isStopping: false,
    manualLoad: null,
    now: 42_000,
  },
  secondsPerPoint: 1,
  seconds: [second(0), second(1)],
  total: statistics,
  labels: [
    {
      ...statistics,
      count: 300,
      label: { index: 1, name: 'GET /cart', kind: 'request', component: 'Shop' },
    },
  ],
  errors: [
    {
      label: 'GET /cart',
      code: 'HTTP 503',
      message: 'busy',
      count: 10,
      firstAt: 11_000,
      lastAt: 12_000,
      sample: null,
    },
  ],
  events: [
    { at: 20_000, kind: 'loadChanged', params: { load: 5 }, by: 'li' },
    { at: 21_000, kind: 'machineLost', params: { machine: 'm-7' }, by: null },
  ],
  sla: [],
  machines: [
    {
      id: runId,
      name: 'm-7',
      isOnline: false,
      users: 8,
      cpu01: 0.42,
      cpuCores: 4,
      eventLoopDelayMs: 1,
      memoryBytes: 1_048_576,
    },
  ],
})

async function open(change: (live: RunLive) => RunLive = live => live, canControl = true) {
  const sent = await serve({
    'run/live': change(structuredClone(plain)),
    'run/log': {
      total: 1,
      lines: [{ at: 15_000, level: 'warn', source: 'script 1', message: 'stock is low', machine: 'm-7' }],
    },
    'run/stop': {},
    'run/forceStop': {},
    'run/changeLoad': {},
    'component/tree': [3, 4].map(number => ({
      id: idOf(number),
      parentId: null,
      kind: 'component',
      name: number === 3 ? 'Cart' : 'Order',
      position: 0,
      updatedAt: 0,
      updatedBy: 'li',
    })),
  })
  const drawn = await draw(<Page />, {
    address: `/live?id=${runId}`,
    session: { accessList: canControl ? ['run.control'] : [] },
  })
  await screen.findByText('Black Friday')
  return { ...drawn, callsOf: (name: string) => sent.filter(({ call }) => call === name) }
}
const figure = (label: RegExp) =>
  [...document.querySelectorAll('.run-figure')].find(each =>
    label.test(each.querySelector('dt')?.textContent ?? ''),
  )
const valueOf = (label: RegExp) => figure(label)?.querySelector('dd')?.textContent
const ended = (live: RunLive): RunLive => ({
  ...live,
  run: { ...live.run, state: 'failed', cause: 'agentLost', causeDetail: '', endedAt: 40_000, sla: 'broken' },
})

test('a run under way shows its latest second', async () => {
  await open()
  expect(valueOf(/elapsed|time/i)).toMatch(/32.*1:00/)
  expect(valueOf(/users/i)).toMatch(/8.*12/)
  expect(valueOf(/per second|req/i)).toBe('38')
  expect(valueOf(/95/)).toContain('44')
  expect(valueOf(/error/i)).toContain('2.5')
  expect(figure(/error/i)?.className).toContain('run-figure-bad')
})

test('an ended run shows the whole of it, its cause and the way to its report', async () => {
  await open(ended)
  expect(valueOf(/elapsed|time/i)).toMatch(/30/)
  expect(valueOf(/users/i)).toContain('9')
  expect(valueOf(/per second|req/i)).toBe('41')
  expect(valueOf(/95/)).toContain('55')
  expect(screen.getByRole('alert').className).toContain('ant-alert-error')
  expect(screen.getByRole('link', { name: /report/i }).getAttribute('href')).toBe(
    `/pone/atf/projects/analysisReports?id=${runId}`,
  )
  expect(screen.queryByRole('button', { name: /stop/i })).toBeNull()
})

test('who may control it stops it, after a question that says what each way of stopping does', async () => {
  const { user, callsOf } = await open()
  const buttons = screen.getAllByRole('button', { name: /stop/i })
  const confirm = async (says: RegExp) => {
    const dialog = (await screen.findByText(says)).closest('[role=dialog]') as HTMLElement
    await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
  }
  await user.click(buttons[0] as HTMLElement)
  expect(callsOf('run/stop')).toHaveLength(0)
  await confirm(/have up to 30 s to finish/)
  await waitFor(() => expect(callsOf('run/stop').map(({ fields }) => fields['id'])).toEqual([runId]))
  await user.click(buttons[1] as HTMLElement)
  expect(callsOf('run/forceStop')).toHaveLength(0)
  await confirm(/are cancelled immediately and counted as failed. The run ends/)
  await waitFor(() => expect(callsOf('run/forceStop')).toHaveLength(1))
})

test('who may not control it has no such buttons', async () => {
  await open(live => live, false)
  expect(screen.queryByRole('button', { name: /stop/i })).toBeNull()
})

test('a run that is being stopped cannot be stopped again, nor its load changed', async () => {
  await open(live => ({ ...live, run: { ...live.run, isStopping: true } }))
  expect(screen.getAllByRole('button', { name: /stopping/i })[0]?.hasAttribute('disabled')).toBe(true)
})

test('arrivals that began late or found no user are counted over all seconds', async () => {
  await open(live => ({
    ...live,
    run: { ...live.run, scenario: { ...live.run.scenario, drive: 'arrivals' } },
  }))
  expect([...document.querySelectorAll('.run-figure dd')].map(each => each.textContent)).toContain('6 / 1')
})

test('before the first second the page says that it waits', async () => {
  await open(live => ({ ...live, seconds: [] }))
  expect(document.querySelector('.run-quiet')?.textContent).not.toBe('')
})

test.each([
  [/transaction/i, ['GET /cart', 'Request300102.5 %', 'All requests400']],
  [/error/i, ['HTTP 503', 'busy', '10']],
  [/machine/i, ['m-7', '42', '8']],
  [/event/i, ['m-7']],
  [/^log/i, ['stock is low', 'script 1']],
])('the tab %s shows what was measured', async (tab, texts) => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: tab }))
  const panel = () =>
    document.querySelector('.ant-tabs-content-active, .ant-tabs-tabpane-active')?.textContent ?? ''
  for (const text of texts) await waitFor(() => expect(panel()).toContain(text))
})

test('a run whose protocols count nothing beside samples has no tab for it', async () => {
  await open()
  expect(screen.queryByRole('tab', { name: /metrics/i })).toBeNull()
})

test('metrics of protocols are shown by kind, with their unit, all labels first', async () => {
  const label = { index: 1, name: 'ask', kind: 'request', component: 'Shop' } as const
  const sent = { key: 'messagesSent', perSecond: 12.5, figures: { kind: 'counter', sum: 400 } } as const
  const trip = {
    kind: 'trend',
    count: 9,
    min: 500,
    avg: 1_500,
    p50: 1_000,
    p90: 2_000,
    p95: 2_500,
    p99: 3_000,
    max: 4_000,
  } as const
  const { user } = await open(live => ({
    ...live,
    metrics: {
      rows: [
        { ...sent, label: null },
        { ...sent, label },
        { key: 'roundTrip', label: null, perSecond: 0.3, figures: trip },
        { key: 'hits', label: null, perSecond: 1, figures: { kind: 'rate', hits: 1, count: 4 } },
        { key: 'open', label: null, perSecond: 1, figures: { kind: 'gauge', last: 3, min: 1, max: 5 } },
      ],
      lacksMetrics: true,
      lacksLabels: true,
    },
  }))
  await user.click(screen.getByRole('tab', { name: 'Protocol metrics' }))
  const rows = () =>
    [...document.querySelectorAll('.run-metric-table tbody tr.ant-table-row')].map(row =>
      [...row.querySelectorAll('td')].map(cell => cell.textContent),
    )
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Messages sent', 'All', '400', '12.5'],
      ['', 'ask', '400', '12.5'],
      ['Round trip', 'All', '9', '0.3', '0.5 ms', '1.5 ms', '1 ms', '2 ms', '2.5 ms', '3 ms', '4 ms'],
      ['hits', 'All', '25 %', '1', '4'],
      ['open', 'All', '3', '1', '5'],
    ]),
  )
  for (const note of ['At most 32 metrics', 'At most 1000 rows', 'most recent value of all load machines'])
    expect(document.querySelector('.run-tabs')?.textContent).toContain(note)
})

test('figures, charts and tables of a run under way', async () => {
  const { user } = await open()
  expect(outline(document.querySelector('.run-header') as HTMLElement)).toMatchInlineSnapshot(`
    "term: State
    definition: Running
    term: Elapsed
    definition: 0:32 / 1:00
    term: Users
    definition: 8 / 12
    definition: last 1 s
    term: Requests/s
    definition: 38
    definition: last 1 s
    term: P95
    definition: 44 ms
    definition: last 1 s
    term: Error rate
    definition: 2.5 %
    definition: since the start
    term: SLA
    definition: Pending
    button "Full screen"
    button "Change load"
    button "Stop"
    button "Force stop""
  `)
  expect(outline(document.querySelector('.run-charts') as HTMLElement)).toMatchInlineSnapshot(`
    "figure "Users"
      heading "Users"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Target users 12" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "Active users (max) 8" [pressed] title "Click to show only this series; click again to show all"
      Target users: min 12, max 12, last 12; Active users (max): min 7, max 8, last 8
    figure "Throughput"
      heading "Throughput"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Requests 38/s" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "Transactions 2/s" [pressed] title "Click to show only this series; click again to show all"
      Requests: min 37/s, max 38/s, last 38/s; Transactions: min 2/s, max 2/s, last 2/s
    figure "Response time"
      heading "Response time"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Average 20 ms" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "P50 18 ms" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "P90 40 ms" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "P95 44 ms" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "P99 80 ms" [pressed] title "Click to show only this series; click again to show all"
      Average: min 20 ms, max 20 ms, last 20 ms; P50: min 18 ms, max 18 ms, last 18 ms; P90: min 40 ms, max 40 ms, last 40 ms; P95: min 44 ms, max 44 ms, last 44 ms; P99: min 80 ms, max 80 ms, last 80 ms
    figure "Errors"
      heading "Errors"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Failed requests 1/s" [pressed] title "Click to show only this series; click again to show all"
      Failed requests: min 1/s, max 1/s, last 1/s
    figure "Traffic"
      heading "Traffic"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Received 2 B/s" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "Sent 1 B/s" [pressed] title "Click to show only this series; click again to show all"
      Received: min 2 B/s, max 2 B/s, last 2 B/s; Sent: min 1 B/s, max 1 B/s, last 1 B/s
    figure "Connections"
      heading "Connections"
      button "Show as table"
      button "Download"
      list
        listitem
          button "Open connections 7" [pressed] title "Click to show only this series; click again to show all"
      Open connections: min 7, max 7, last 7"
  `)
  const shown: string[] = []
  for (const tab of screen.getAllByRole('tab')) {
    await user.click(tab)
    shown.push(
      outline(document.querySelector('.ant-tabs-tabpane-active, .ant-tabs-content-active') as HTMLElement),
    )
  }
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "tabpanel "Transactions and requests"
      table
        row: columnheader "Name" | columnheader "Kind" | columnheader "Count" | columnheader "Failed" | columnheader "Error rate" | columnheader "Per second" | columnheader "Avg" | columnheader "P50" | columnheader "P90" | columnheader "P95" | columnheader "P99" | columnheader "Max"
        row: GET /cart; link "Full link of GET /cart" → /pone/atf/projects/traceMonitor?run=3b241101-e2bb-4255-8caf-4136c566a962&label=1 | Request | 300 | 10 | 2.5 % | 41 | 20 ms | 18 ms | 40 ms | 55 ms | 80 ms | 90 ms
        row: All requests |  | 400 | 10 | 2.5 % | 41 | 20 ms | 18 ms | 40 ms | 55 ms | 80 ms | 90 ms
    tabpanel "Time split"
      heading "No figures yet"
      Shown when the first requests have finished.
    tabpanel "Errors 10"
      table
        row: columnheader "Request" | columnheader "Error" | columnheader "Message" | columnheader "Count" | columnheader "Last occurrence" | columnheader "Actions"
        row: GET /cart | HTTP 503 | busy | 10 | 1970-01-01 00:00:12 | 
    tabpanel: This scenario has no SLA rules "SLA"
    tabpanel "Load machines 1"
      table
        row: columnheader "Load machine" | columnheader "State" | columnheader "Users" | columnheader "Engine CPU" | columnheader "Host CPU" | columnheader "Event-loop delay" | columnheader "Start offset" | columnheader "Memory"
        row: m-7 | Lost | 8 | 42 % of 4 cores | – | 1 ms | – | 1 MiB
    tabpanel "Events"
      list
        listitem: 1970-01-01 00:00:21Load machine m-7 was lost
        listitem: 1970-01-01 00:00:20li: Load changed to 5
    tabpanel "Log"
      All kinds
      combobox "Kind" [haspopup=listbox]
      img "down"
      All levels
      combobox "Level" [haspopup=listbox]
      img "down"
      All machines
      combobox "Load machine" [haspopup=listbox]
      img "down"
      textbox "Time range" (Start date)
      textbox "Time range" (End date)
      searchbox "Search log" (Search log)
      button "close-circle"
      button "Search"
      checkbox "Follow log" [checked]
      Follow log
      button "download Export"
      log
        00:00:15 warn m-7 · script 1 stock is low
        00:00:20 load li: Load changed to 5
        00:00:21 machine m-7 Load machine m-7 was lost"
  `)
})

test('a chart that is downloaded is named by scenario, number and the seconds so far', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  const named = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const { user } = await open()
  await user.hover(screen.getAllByRole('button', { name: 'Download' })[0] as HTMLElement)
  await user.click(await screen.findByText('CSV'))
  await waitFor(() => expect(named).toHaveBeenCalled())
  expect((named.mock.contexts[0] as HTMLAnchorElement).download).toMatch(
    /^Black Friday-23-Users-0s-2s-1970-01-0\d\.csv$/,
  )
})

test('an ended run has no controls; its cause is told', async () => {
  await open(live => ({
    ...ended(live),
    run: { ...ended(live).run, causeDetail: 'm-7', plannedDurationMs: null },
  }))
  expect(outline(document.querySelector('.run-header') as HTMLElement)).toMatchInlineSnapshot(`
    "term: State
    definition: Failed
    term: Elapsed
    definition: 0:30
    term: Users
    definition: max 9
    definition: whole run
    term: Requests/s
    definition: 41
    definition: whole run
    term: P95
    definition: 55 ms
    definition: whole run
    term: Error rate
    definition: 2.5 %
    definition: whole run
    term: SLA
    definition: Failed
    button "Full screen"
    link "file-text View report" → /pone/atf/projects/analysisReports?id=3b241101-e2bb-4255-8caf-4136c566a962"
  `)
  expect(outline(screen.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "close-circle"
      Load machine lost
      m-7"
  `)
})

test.each([
  ['planned', 0],
  ['stoppedByUser', 1],
] as const)('a run that ended by %s has %d alerts', async (cause, count) => {
  await open(live => ({ ...ended(live), run: { ...ended(live).run, state: 'userStopped', cause } }))
  expect(screen.queryAllByRole('alert')).toHaveLength(count)
  expect(document.querySelector('.ant-alert-warning') === null).toBe(count === 0)
})

test('the load is set by hand, and given back to the model', async () => {
  const { user, callsOf } = await open(live => ({ ...live, run: { ...live.run, manualLoad: 30 } }))
  await user.click(screen.getByRole('button', { name: /manual: 30/i }))
  const form = (await screen.findByRole('spinbutton', { name: /target users/i })).closest(
    'form',
  ) as HTMLElement
  expect(outline(form)).toMatchInlineSnapshot(`
    "form
      Target users
      slider "Target users" [valuenow=30]
      spinbutton "Target users" = "30" [valuenow=30]
      button "Increase Value"
      button "Decrease Value"
      Change over (0 means immediately)
      spinbutton "Change over (0 means immediately)" = "0" [valuenow=0]
      s
      button "Increase Value"
      button "Decrease Value" [disabled]
      All load machines start the change at the same time, about 0.5 s later. The change is recorded on the time axis, in the log and in the report.Load machines and licence keep at least the planned peak reserved, so that the load model can be restored at any time. If the load is reduced gradually, the previous reservation is kept until the next change or the end of the run.
      button "Restore load model"
      button "Apply""
  `)
  expect(form.querySelector('[role=slider]')?.getAttribute('aria-valuemax')).toBe('36')
  fireEvent.change(within(form).getByRole('spinbutton', { name: /target users/i }), {
    target: { value: '45' },
  })
  fireEvent.submit(form)
  await waitFor(() => expect(callsOf('run/changeLoad').map(({ fields }) => fields['load'])).toEqual(['45']))
  await user.click(screen.getByRole('button', { name: /manual: 30/i }))
  await user.click(await screen.findByRole('button', { name: /restore load model/i }))
  await waitFor(() => expect(callsOf('run/changeLoad')).toHaveLength(2))
  expect(callsOf('run/changeLoad')[1]?.fields['load'] ?? 'null').toBe('null')
})

test.each([['a run that is not running yet', { state: 'readyToRun' as const }]])(
  'the load of %s cannot be changed',
  async (_name, over) => {
    await open(live => ({ ...live, run: { ...live.run, ...over } }))
    expect(screen.queryByRole('button', { name: /change load/i })).toBeNull()
    expect(screen.getAllByRole('button', { name: /stop/i })).toHaveLength(2)
  },
)

test('an engine that cannot change the load says so', async () => {
  await open(live => ({ ...live, run: { ...live.run, engine: 'jmeter' } }))
  const button = screen.getByRole('button', { name: /change load/i })
  expect(button.hasAttribute('disabled')).toBe(true)
  expect(button.title).toContain('JMeter cannot change the load during a run')
})

test('the load is set by component, over a ramp', async () => {
  const bindings = [
    { componentId: idOf(3), percentage: 75 },
    { componentId: idOf(4), percentage: 25 },
  ]
  const { user, callsOf } = await open(live => ({
    ...live,
    run: { ...live.run, manualLoad: 20, scenario: { ...live.run.scenario, bindings } },
  }))
  await user.click(screen.getByRole('button', { name: /manual: 20/i }))
  await user.click(await screen.findByText('By component'))
  const form = screen.getByRole('group').closest('form') as HTMLElement
  await within(form).findByText('Cart')
  const fields = within(form).getAllByRole<HTMLInputElement>('spinbutton')
  expect(fields.map(({ value }) => value)).toEqual(['15', '5', '0'])
  fireEvent.change(fields[1] as HTMLElement, { target: { value: '9' } })
  fireEvent.change(fields[2] as HTMLElement, { target: { value: '30' } })
  await within(form).findByText('Total 24')
  fireEvent.submit(form)
  await waitFor(() => expect(callsOf('run/changeLoad')).toHaveLength(1))
  const sent = callsOf('run/changeLoad')[0]?.fields ?? {}
  expect([sent['load'], sent['rampSeconds'], JSON.parse(sent['components'] ?? '')]).toEqual([
    '24',
    '30',
    [
      { componentId: idOf(3), load: 15 },
      { componentId: idOf(4), load: 9 },
    ],
  ])
})

test('an overloaded load machine is a lasting warning: since when, where and why', async () => {
  const overload = { at: 15_000, kind: 'generatorOverloaded' as const, by: null }
  await open(live => ({
    ...live,
    events: [{ ...overload, params: { machine: 'm-7', second: 3, reason: 'cpu,eventLoop' } }],
  }))
  expect(
    outline(screen.getByText(/results are unreliable/).closest('.ant-alert') as HTMLElement),
  ).toMatchInlineSnapshot(`
    "alert
      img "exclamation-circle"
      Load machines overloaded: results are unreliable from 0:03 on
      list: listitem: m-7, from 0:03 on: one CPU core fully used, high event-loop delay
      Response times may include delays on the load machine itself. Stop the run, then add load machines, reduce the load or simplify the script, and run it again. Limits (3 consecutive seconds): engine CPU above 95 % of a core, event-loop delay P99 above 50 ms, connections above 90 % of the process limit, host memory above 95 %, network interface above 90 %, late arrivals above 1 %."
  `)
})

test('the log is filtered', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: /^log/i }))
  const lines = () =>
    [...screen.getByRole('log').children]
      .map(each => `${each.textContent} ${each.className}`)
      .filter(text => text.trim() !== '')
  await waitFor(() => expect(lines()).toHaveLength(3))
  expect(lines()).toMatchInlineSnapshot(`
    [
      "00:00:15 warn m-7 · script 1 stock is low run-log-warn",
      "00:00:20 load  li: Load changed to 5 run-log-info",
      "00:00:21 machine m-7 Load machine m-7 was lost run-log-error",
    ]
  `)
  fireEvent.change(screen.getByPlaceholderText(/search/i), { target: { value: 'STOCK' } })
  await waitFor(() => expect(lines()).toHaveLength(1))
  fireEvent.change(screen.getByPlaceholderText(/search/i), { target: { value: 'nothing' } })
  expect(screen.getByRole('log').textContent).toMatchInlineSnapshot(`"No log lines"`)
})

const rule = (number: number, state: string) => ({
  rule: {
    id: `${String(number).repeat(8)}-e2bb-4255-8caf-4136c566a962`,
    label: '',
    metric: 'p95',
    operator: '<',
    threshold: 50,
    window: { kind: 'wholeRun' },
    action: 'record',
    whenNotRun: 'fail',
  },
  state,
  reason: null,
  value: state === 'notJudged' ? null : 55,
  firstBrokenAt: null,
  violatedSeconds: 0,
})
test.each([
  ['broken', ['broken', 'passed'], 'broken'],
  ['none judged', ['notJudged', 'notJudged'], 'notJudged'],
  ['some judged', ['passed', 'notJudged'], 'passed'],
  ['all passed', ['passed', 'passed'], 'passed'],
  ['pending', ['pending', 'passed'], 'pending'],
  ['no rules', [], 'none'],
] as const)('the rules of a run: %s', async (_name, states, sla) => {
  await serve({
    'run/live': { ...plain, run: { ...plain.run, sla }, sla: states.map((state, at) => rule(at + 1, state)) },
  })
  await draw(<SlaPage />, { address: `/pone/atf/projects/SLA?id=${runId}` })
  await screen.findByRole('banner')
  expect(outline()).toMatchSnapshot()
})

test('the logs of running tasks: one of them at a time', async () => {
  const {
    scenario: _scenario,
    labels: _labels,
    isStopping: _stopping,
    manualLoad: _load,
    now: _now,
    ...run
  } = plain.run
  const other = { ...run, id: '11111111-e2bb-4255-8caf-4136c566a962', number: 24, scenarioName: 'Night' }
  await serve({
    'run/list': {
      rows: [run, other, { ...run, id: other.id.replaceAll('1', '2'), source: 'import' }],
      total: 3,
    },
    'run/live': plain,
    'run/log': { total: 0, lines: [] },
  })
  const { user, router } = await draw(<LogsPage />, { address: '/pone/atf/projects/runningLogs' })
  await screen.findByRole('log')
  expect(outline(screen.getByRole('banner'))).toMatchInlineSnapshot(`
    "banner
      heading "Running logs"
      #23 Black Friday
      combobox "Select an active run" [haspopup=listbox]
      img "down""
  `)
  expect(outline(document.querySelector('.run-verdict') as HTMLElement)).toMatchInlineSnapshot(`
    "Running
    link "#23 Black Friday" → /pone/atf/projects/realTimeMonitoring?id=3b241101-e2bb-4255-8caf-4136c566a962
    started by li"
  `)
  await user.click(screen.getAllByRole('combobox')[0] as HTMLElement)
  await user.click((await screen.findAllByText('#24 Night')).at(-1) as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toContain(other.id))
})

test('without running tasks the logs of the past are offered', async () => {
  await serve({ 'run/list': { rows: [], total: 0 } })
  await draw(<LogsPage />)
  await screen.findByRole('link')
  expect(outline()).toMatchInlineSnapshot(`
    "banner
      heading "Running logs"
    heading "No active runs"
    Run a scenario to watch load, response times and errors live here.
    link "Past records" → /pone/atf/projects/loggingHistory"
  `)
})

test('without a choice the runs under way are listed', async () => {
  const {
    scenario: _scenario,
    labels: _labels,
    isStopping: _stopping,
    manualLoad: _load,
    now: _now,
    ...run
  } = plain.run
  await serve({
    'run/list': {
      rows: [run, { ...run, id: '22222222-e2bb-4255-8caf-4136c566a962', number: 25, startedAt: null }],
      total: 2,
    },
  })
  await draw(<Page />, { address: '/live' })
  await screen.findByText('#23')
  expect(outline(screen.getByRole('table'))).toMatchInlineSnapshot(`
    "table
      row: columnheader "No." | columnheader "Scenario" | columnheader "State" | columnheader "Start time" | columnheader "Requests" | columnheader "Executed by"
      row: #23 | link "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=3b241101-e2bb-4255-8caf-4136c566a962 | Running | 1970-01-01 00:00:10 | 400 | li
      row: #25 | link "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=22222222-e2bb-4255-8caf-4136c566a962 | Running | 1970-01-01 00:00:01 | 400 | li"
  `)
})
