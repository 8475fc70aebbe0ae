// @vitest-environment happy-dom
import { type RunLive, runLiveSchema, runSecondSchema } from '@pone/contract/entities/run.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
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

test('who may control it stops it, at once only after a question', async () => {
  const { user, callsOf } = await open()
  const buttons = screen.getAllByRole('button', { name: /stop/i })
  await user.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(callsOf('run/stop').map(({ fields }) => fields['id'])).toEqual([runId]))
  await user.click(buttons[1] as HTMLElement)
  expect(callsOf('run/forceStop')).toHaveLength(0)
  await user.click(
    within(await screen.findByRole('dialog'))
      .getAllByRole('button')
      .at(-1) as HTMLElement,
  )
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
  for (const note of ['At most 32 metrics', 'At most 1000 rows', 'recorded last on any load machine'])
    expect(document.querySelector('.run-tabs')?.textContent).toContain(note)
})
