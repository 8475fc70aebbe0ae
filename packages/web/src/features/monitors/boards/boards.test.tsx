/** Dashboards: watching a chart group, editing one by keyboard, and what is said when no monitor runs. */
import type { AskedChart, ChartGroup, ChartGroupContent } from '@pone/contract/entities/chart-group.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { inProject, testMonitor } from '../test-monitors.ts'
import { Page as BoardPage } from './monitor-board-page.tsx'
import { Page as ChartsPage } from './monitor-charts-page.tsx'

/** Elements by whether they are in view; the DOM of the tests has no layout. */
let isInView: (element: Element) => boolean = () => true

beforeEach(() => {
  isInView = () => true
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: IntersectionObserverCallback
      constructor(tell: IntersectionObserverCallback) {
        this.tell = tell
      }
      observe(element: Element) {
        const entry = { isIntersecting: isInView(element) } as IntersectionObserverEntry
        this.tell([entry], this as unknown as IntersectionObserver)
      }
      disconnect() {}
    },
  )
})

const cache = testMonitor(1, { name: 'cache-1', type: 'redis' })
const counter = (monitorId: string, name: string, key = 'connected_clients') => ({
  source: { kind: 'monitor' as const, monitorId, name },
  type: 'redis',
  section: 'server',
  counter: key,
  labels: {},
})
const place = { x: 0, y: 0, width: 6, height: 6 }
const content: ChartGroupContent = {
  style: 'line',
  variables: [],
  charts: [
    {
      id: 'a',
      title: 'Clients',
      style: null,
      place,
      counters: [counter(idOf(1), 'cache-1'), counter(idOf(7), 'cache-old')],
    },
    {
      id: 'b',
      title: 'Memory',
      style: 'bar',
      place: { ...place, x: 6 },
      counters: [counter(idOf(1), 'cache-1', 'used_memory')],
    },
  ],
}
const group: ChartGroup = {
  id: idOf(2),
  name: 'Caches',
  ...content,
  revision: 4,
  createdBy: 'li',
  createdAt: startedAt,
  updatedBy: 'li',
  updatedAt: startedAt,
}
const figures = (fields: Readonly<Record<string, string>>) => {
  const from = Number(fields['from'])
  const asked = JSON.parse(fields['charts'] ?? '[]') as AskedChart[]
  return {
    from,
    to: Number(fields['to']),
    charts: asked.map(({ id, counters }) => ({
      id,
      stepMs: 5_000,
      times: [from, from + 5_000, from + 10_000],
      series: counters
        .filter(({ monitorId }) => monitorId === idOf(1))
        .map(of => ({ ...of, labels: {}, values: [1, null, 84] })),
      omitted: 0,
    })),
    monitors: [
      { id: idOf(1), name: 'cache-1', type: 'redis', typeVersion: null, isRunning: true, state: 'up' },
    ],
    gaps: [],
  }
}
const run = {
  id: idOf(3),
  number: 42,
  name: 'Checkout',
  state: 'complete',
  startedAt,
  endedAt: startedAt + 60_000,
}

async function open(Page: typeof BoardPage, path: string, over: Record<string, unknown> = {}) {
  const sent = await serve({
    'chartGroup/get': group,
    'chartGroup/names': [{ id: group.id, name: group.name }],
    'chartGroup/figures': figures,
    'chartGroup/runs': [run],
    'chartGroup/save': (fields: Readonly<Record<string, string>>) => ({
      ...group,
      ...(JSON.parse(fields['content'] ?? '{}') as object),
      name: fields['name'],
      revision: 5,
    }),
    'monitorType/usable': [],
    'monitor/list': { rows: [cache], total: 1, page: 1, pageSize: 50 },
    'monitor/pone/dataLink/getLinksByUserId': {
      linkMap: {
        [cache.id]: { id: cache.id, alias: cache.name, type: 'redis', isRunning: true, state: 'up' },
      },
      links: [],
    },
    ...over,
  })
  const session = {
    ...inProject,
    accessList: [...inProject.accessList, 'run.view' as const],
    projectId: idOf(9),
  }
  return { ...(await draw(<Page />, { address: path, session })), sent }
}
const watched = `/pone/atf/projects/monitorBoard?group=${group.id}`
const edited = `/pone/atf/projects/monitorCharts?group=${group.id}`
const asked = (sent: readonly { call: string; fields: Readonly<Record<string, string>> }[]) =>
  sent
    .filter(({ call }) => call === 'chartGroup/figures')
    .map(({ fields }) => (JSON.parse(fields['charts'] ?? '[]') as AskedChart[]).map(({ id }) => id))

test('incidents of the shown monitors are listed and lead to their timeline', async () => {
  const askedIds: string[] = []
  const mark = { ruleId: idOf(41), level: 'critical', monitorId: idOf(1), labels: {} }
  await open(BoardPage, watched, {
    'alert/marks': (fields: Readonly<Record<string, string>>) => {
      askedIds.push(fields['monitorIds'] ?? '')
      return [
        { ...mark, incidentId: idOf(42), rule: 'Many clients', from: startedAt, to: startedAt + 60_000 },
        { ...mark, incidentId: idOf(43), rule: 'No memory', from: startedAt + 1_000, to: null },
      ]
    },
  })
  const list = await screen.findByRole('list', { name: 'Incidents in this time' })
  expect(
    within(list)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['No memory', 'Many clients'])
  expect(within(list).getByText(/, open$/)).toBeTruthy()
  expect(within(list).getByRole('link', { name: 'No memory' }).getAttribute('href')).toContain(idOf(43))
  expect(JSON.parse(askedIds[0] ?? '')).toEqual([idOf(1), idOf(7)])
})

test('the charts in view ask together, name a deleted monitor, and list the load tests with their reports', async () => {
  const { sent } = await open(BoardPage, watched)
  expect(await screen.findByText('Deleted monitors: cache-old')).toBeTruthy()
  expect(asked(sent)).toEqual([['a', 'b']])
  const runs = await screen.findByRole('list', { name: 'Load tests in this range' })
  expect(within(runs).getByRole('link', { name: 'Load test #42 Checkout' }).getAttribute('href')).toContain(
    `analysisReports?id=${run.id}`,
  )
  expect(screen.getByRole('figure', { name: 'Clients' }).textContent).toContain(
    'Clients: min 1, max 84, last 84',
  )
})

test('a chart out of view asks for nothing', async () => {
  isInView = element => element.closest('[data-chart=a]') !== null
  const { sent } = await open(BoardPage, watched)
  await screen.findByRole('figure', { name: 'Clients' })
  expect(asked(sent)).toEqual([['a']])
})

test('what one chart cannot load is said in its place', async () => {
  const refusal = { status: 500, code: 'Unexpected', message: 'out of order' }
  await open(BoardPage, watched, { 'chartGroup/figures': refusal })
  await waitFor(() => expect(screen.getAllByText('out of order')).toHaveLength(2))
})

test('without a running monitor the editor asks for one and leads to the monitors', async () => {
  await open(ChartsPage, edited, { 'monitor/pone/dataLink/getLinksByUserId': { linkMap: {}, links: [] } })
  expect((await screen.findByRole('alert')).textContent).toContain('Start a monitor first')
  expect(screen.getByRole('link', { name: 'Go to monitors' }).getAttribute('href')).toBe(
    '/pone/atf/projects/monitorManager',
  )
})

test('arrow keys move and resize a chart, which is told and saved with the revision', async () => {
  const { user, sent } = await open(ChartsPage, edited)
  const move = await screen.findByRole('button', { name: 'Move the chart “Clients”' })
  move.focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByText('“Clients”: column 2, row 1, width 6, height 6').role).toBe('status')
  screen.getByRole('button', { name: 'Resize the chart “Clients”' }).focus()
  await user.keyboard('{ArrowDown}{ArrowLeft}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'chartGroup/save')).toBe(true))
  const fields = sent.find(({ call }) => call === 'chartGroup/save')?.fields
  const saved = JSON.parse(fields?.['content'] ?? '{}') as ChartGroupContent
  expect([
    fields?.['revision'],
    saved.charts.map(({ id, place: at }) => [id, at.x, at.y, at.width, at.height]),
  ]).toEqual([
    '4',
    [
      ['a', 1, 0, 5, 7],
      ['b', 6, 0, 6, 6],
    ],
  ])
})

test('moves, removals and names are undone and redone by keys and buttons, a typed name at once', async () => {
  const { user } = await open(ChartsPage, edited)
  const undo = await screen.findByRole('button', { name: 'Undo (Ctrl+Z)' })
  const isOff = (button: HTMLElement) => button.hasAttribute('disabled')
  expect(isOff(undo)).toBe(true)
  screen.getByRole('button', { name: 'Move the chart “Clients”' }).focus()
  await user.keyboard('{ArrowLeft}{ArrowUp}')
  expect(isOff(undo)).toBe(true)
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.type(name, ' of B')
  await user.click(screen.getByRole('button', { name: 'Remove: Memory' }))
  expect(screen.queryByRole('button', { name: 'Remove: Memory' })).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  expect(screen.getByRole('button', { name: 'Remove: Memory' })).toBeTruthy()
  await user.click(undo)
  expect((name as HTMLInputElement).value).toBe(group.name)
  expect(isOff(undo)).toBe(true)
  expect(screen.queryByText('Unsaved')).toBeNull()
  await user.keyboard('{Control>}y{/Control}')
  expect((name as HTMLInputElement).value).toBe(`${group.name} of B`)
})

test('a name is required', async () => {
  const { user, sent } = await open(ChartsPage, edited)
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a name for the chart group')).toBeTruthy()
  expect(sent.some(({ call }) => call === 'chartGroup/save')).toBe(false)
})

test('what another person saved meanwhile is shown beside the own version', async () => {
  const refusal = { status: 500, code: 'EditedMeanwhile', message: 'edited' }
  const { user } = await open(ChartsPage, edited, { 'chartGroup/save': refusal })
  await user.click(await screen.findByRole('button', { name: 'Remove: Memory' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Only in the stored version: Memory')).toBeTruthy()
})

test('a new group of a link begins with a chart for what its nodes show, and is saved under the name of the link', async () => {
  const node = newLinkNode({
    id: 'n',
    kind: 'monitor',
    alias: 'Cache',
    monitorId: cache.id,
    counters: [{ section: 'server', counter: 'connected_clients' }],
  })
  const linked = [{ id: cache.id, name: cache.name, type: 'redis', isRunning: true, state: 'up' }]
  const { user, sent } = await open(ChartsPage, `/pone/atf/projects/monitorCharts?link=${idOf(5)}`, {
    'monitor/pone/dataLink/getMonitorView': {
      name: 'Orders',
      topology: { nodes: [node], edges: [] },
      linked,
    },
  })
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeTruthy()
  expect(screen.getByText('Cache · Clients')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'chartGroup/save')).toBe(true))
  const saved = sent.find(({ call }) => call === 'chartGroup/save')
  expect(saved?.fields['name']).toBe('Orders')
  expect(JSON.parse(saved?.fields['content'] ?? '{}')).toMatchObject({
    charts: [{ title: 'Cache · Clients', counters: [{ source: { monitorId: cache.id } }] }],
  })
})
