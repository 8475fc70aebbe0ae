/** One monitor: its state, what was collected, its gaps, and the range of time. */
import { noValue } from '@pone/metrics/figures.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { inProject, testMonitor } from '../test-monitors.ts'
import { Page } from './monitor-info-page.tsx'
import { Page as RunningPage } from './running-monitor-info-page.tsx'

// The window of the tests has no canvas; what is drawn is seen in a real browser.
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = {}
    setSize() {}
    setData() {}
    setScale() {}
    destroy() {}
  },
}))

const redis = { type: 'redis', params: { host: '10.20.1.4', port: 6379 } }
const hourMs = 3_600_000

interface Asked {
  readonly section: string
  readonly counters: string
  readonly from: string
  readonly to: string
}
/** A value per counter at the end of the range, as the server answers it. */
const seriesOf = ({ section, counters, from, to }: Asked) => ({
  from: Number(from),
  to: Number(to),
  stepMs: 5_000,
  times: [Number(to)],
  omitted: 0,
  gaps: [],
  series: (JSON.parse(counters) as string[]).map(counter => ({ section, counter, labels: {}, values: [42] })),
})

async function open(over: Record<string, unknown> = {}, address = `/?id=${idOf(1)}`) {
  const sent = await serve({
    'monitor/get': testMonitor(1, redis),
    'monitor/series': seriesOf,
    'monitor/labels': {},
    'monitor/gaps': [],
    'monitor/latest': [],
    'monitor/table': { at: null, rows: [], omitted: 0 },
    'monitor/slowOperations': { from: 0, to: 1, stepMs: 1, times: [0], rows: [], omitted: 0 },
    ...over,
  })
  const drawn = await draw(<Page />, { address, session: inProject })
  return { ...drawn, sent, asked: (call: string) => sent.filter(each => each.call === call) }
}

test('the charts of each section have the newest value of every counter', async () => {
  const { asked } = await open()
  await screen.findByRole('heading', { name: 'web-1' })
  await screen.findByRole('region', { name: 'Server' })
  const chart = screen.getByRole('figure', { name: 'Hit ratio' })
  expect(within(chart).getByRole('button', { pressed: true }).textContent).toContain('42 %')
  const [first] = asked('monitor/series')
  expect(Number(first?.fields['to']) - Number(first?.fields['from'])).toBe(15 * 60_000)
})

test('a monitor that is down says why, with the words of the system', async () => {
  const problem = { cause: 'refused', params: {}, detail: 'connect ECONNREFUSED 10.20.1.4:6379' }
  await open({ 'monitor/get': testMonitor(1, { ...redis, state: 'down', problem }) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'The connection was refused; check the port and whether the service is runningconnect ECONNREFUSED 10.20.1.4:6379',
  )
})

test('gaps are listed with length and cause, and lower the availability', async () => {
  const now = Date.now()
  const gap = {
    section: 'server',
    cause: 'timedOut',
    params: {},
    detail: '',
    from: now - 450_000,
    until: null,
  }
  await open({ 'monitor/gaps': [gap, { ...gap, section: '', cause: 'stopped', from: 0, until: 1_000 }] })
  const gaps = within(await screen.findByRole('region', { name: 'Gaps' }))
  await gaps.findByText('Still lasts')
  await gaps.findByText('The target did not respond in time')
  await gaps.findByText('The monitor was stopped')
  expect(screen.getByText('Availability').parentElement?.textContent).toMatch(/Availability(49|50)/)
})

test('while gaps are not known, neither their absence nor an availability is told', async () => {
  await open({ 'monitor/gaps': new Promise(() => undefined) })
  await screen.findByRole('region', { name: 'Server' })
  expect(screen.getByText('Availability').parentElement?.textContent).toBe(`Availability${noValue}`)
  expect(screen.queryByRole('region', { name: 'Gaps' })).toBeNull()
})

test('what an exporter has named is charted: twelve at first, then what is chosen', async () => {
  const names = [...Array.from({ length: 13 }, (_, index) => `shop_${10 + index}_total`), 'shop_memory_bytes']
  const { user, asked } = await open({
    'monitor/get': testMonitor(1, { type: 'prometheus', params: { host: '10.20.1.4', port: 9_100 } }),
    'monitor/counters': names.map(counter => ({
      counter,
      kind: counter.endsWith('_total') ? 'counter' : 'gauge',
    })),
  })
  await screen.findByRole('figure', { name: 'shop_10_total' })
  expect(screen.getAllByRole('figure')).toHaveLength(12)
  expect(asked('monitor/counters')[0]?.fields).toMatchObject({ section: 'metrics' })
  await user.click(screen.getByRole('combobox', { name: 'Choose counters' }))
  await user.type(screen.getByRole('combobox', { name: 'Choose counters' }), 'memory')
  await user.click(await screen.findByTitle('shop_memory_bytes'))
  const chart = await screen.findByRole('figure', { name: 'shop_memory_bytes' })
  await within(chart).findByText('42 B')
})

test('an exporter of which nothing was collected yet says so', async () => {
  await open({
    'monitor/get': testMonitor(1, { type: 'prometheus', params: { host: '10.20.1.4', port: 9_100 } }),
    'monitor/counters': [],
  })
  await screen.findByText('No counters have been collected yet')
})

test('a range of the address is asked for, and one from a start in the future is refused', async () => {
  const from = Date.now() - 2 * hourMs
  const { user, asked } = await open({}, `/?id=${idOf(1)}&range=${from}-${from + hourMs}`)
  await screen.findByRole('region', { name: 'Server' })
  expect(asked('monitor/series')[0]?.fields).toMatchObject({ from: String(from), to: String(from + hourMs) })
  await user.click(screen.getByRole('button', { name: 'From and to' }))
  const start = await screen.findByLabelText('Start')
  await user.clear(start)
  await user.type(start, '2999-01-01 00:00{Enter}')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('The start must not be in the future')
})

test('a monitor that was never started says so, and is started here', async () => {
  const { user, asked } = await open({
    'monitor/get': testMonitor(1, { isRunning: false, state: 'stopped', runningSince: null, lastAt: null }),
    'monitor/start': {},
  })
  await screen.findByText('The monitor was not started yet')
  expect(asked('monitor/series')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('1 monitor started')
})

test('without a running monitor the page of running ones leads to the list', async () => {
  await serve({ 'monitor/list': { rows: [], total: 0, page: 1, pageSize: 50 } })
  await draw(<RunningPage />, { session: inProject })
  await screen.findByText('No monitor is running')
  expect(screen.getByRole('link', { name: 'Monitors' }).getAttribute('href')).toBe(
    '/pone/atf/projects/monitorManager',
  )
})

test('slow operations are sorted by total time, opened with their trend, and explained on request', async () => {
  const operation = (id: number, totalMs: number) => ({
    id,
    section: 'statements',
    text: `SELECT ${id} FROM orders`,
    database: 'shop',
    account: 'app',
    calls: 10,
    totalMs,
    meanMs: totalMs / 10,
    maxMs: 99,
    rows: null,
    callsPerSecond: 0.5,
    hasPlan: true,
    trend: [1, null, 3],
  })
  const steps = { from: 0, to: 3, stepMs: 1, times: [0, 1, 2] }
  const nodes = [{ depth: 0, title: 'Seq Scan', object: 'orders', cost: 12, rows: 5, details: [] }]
  const values = [1, null, 2]
  const { asked } = await open({
    'monitor/get': testMonitor(1, { ...redis, type: 'postgresql' }),
    'monitor/slowOperations': { ...steps, rows: [operation(1, 5), operation(2, 50)], omitted: 3 },
    'monitor/slowOperationTrend': {
      ...steps,
      callsPerSecond: values,
      meanMs: values,
      totalMsPerSecond: values,
      entries: [],
    },
    'monitor/slowOperationPlan': { plan: { nodes, isGeneric: true }, fault: null, problem: null },
  })
  const part = await screen.findByRole('region', { name: 'Slow operations' })
  const texts = await within(part).findAllByRole('button', { name: /FROM orders/ })
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    'SELECT 2 FROM orders',
    'SELECT 1 FROM orders',
  ])
  expect(part.textContent).toContain('3 more operations')
  texts[0]?.click()
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByRole('figure', { name: 'Mean time' })
  expect(asked('monitor/slowOperationPlan')).toEqual([])
  within(drawer).getByRole('button', { name: 'Ask for the plan' }).click()
  await within(drawer).findByText('Seq Scan')
  expect(asked('monitor/slowOperationPlan')[0]?.fields['operationId']).toBe('2')
})
