/** Monitoring links: the editor with proposals, two editors and a deleted monitor; the list; the live topology. */
import type { LinkProposals } from '@pone/contract/entities/link-proposal.ts'
import type { MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { inProject } from '../test-monitors.ts'
import { LinkEditorPage } from './draw/link-editor.tsx'
import { LinkList } from './list/link-list.tsx'
import { LinkLivePage } from './live/link-live-page.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

const shop = newLinkNode({
  id: 'shop',
  kind: 'monitor',
  alias: 'Shop',
  monitorId: idOf(1),
  targetName: 'shop-1',
  targetType: 'redis',
  counters: [{ section: 'server', counter: 'connected_clients' }],
})
const lost = newLinkNode({
  id: 'lost',
  kind: 'monitor',
  alias: 'Old queue',
  x: 400,
  monitorId: idOf(2),
  targetName: 'queue-1',
  targetType: 'rabbitmq',
})
const link: MonitorLink = {
  id: idOf(3),
  name: 'Orders',
  nodes: 2,
  edges: 1,
  monitors: 1,
  byState: { stopped: 0, waiting: 0, up: 1, partly: 0, down: 0, noAgent: 0 },
  isRunning: false,
  runningSince: null,
  scenarios: [{ id: idOf(4), name: 'Black Friday' }],
  collectsEachSecond: true,
  revision: 4,
  createdBy: 'li',
  createdAt: startedAt,
  updatedBy: 'wang',
  updatedAt: startedAt,
  topology: {
    nodes: [shop, lost],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'lost', alias: 'Messages', protocol: 'http' })],
  },
  linked: [{ id: idOf(1), name: 'shop-1', type: 'redis', isRunning: true, state: 'up' }],
}
const tree = [
  {
    id: null,
    name: '',
    monitors: [{ id: idOf(1), alias: 'shop-1', type: 'redis', isRunning: true, state: 'up', charts: [] }],
  },
]
const answers = {
  'monitorType/usable': [],
  'monitor/pone/dataLink/getMonitorView': link,
  'monitor/pone/dataLink/getMonitorViewTree': tree,
}

const found: LinkProposals = {
  proposals: [
    {
      key: 'node:shop monitor:9',
      from: { nodeId: 'shop', name: 'Shop', monitor: null, machineId: null },
      to: { nodeId: null, name: 'store', monitor: { id: idOf(9), type: 'postgresql' }, machineId: null },
      protocol: 'sql',
      connections: 12,
      evidence: [
        {
          direction: 'out',
          address: '10.0.0.6',
          port: 5432,
          process: 'java',
          processSince: startedAt,
          connections: 12,
          looks: 4,
          machine: 'app-1',
          ofLooks: 4,
          firstAt: startedAt,
        },
      ],
    },
  ],
  isCut: false,
  confirmed: 1,
  machines: [
    {
      id: idOf(5),
      name: 'app-1',
      state: 'answered',
      problem: null,
      hidden: 3,
      isContained: true,
      isCut: false,
      unresolved: 0,
    },
    {
      id: idOf(6),
      name: 'app-2',
      state: 'offline',
      problem: null,
      hidden: 0,
      isContained: false,
      isCut: false,
      unresolved: 0,
    },
  ],
}
const editor = <LinkEditorPage id={link.id} onOpen={() => undefined} />
const propose = () => screen.findByRole('button', { name: 'Propose connections from machines' })

test('proposes connections with their evidence, adds an accepted one with its node, and saves both', async () => {
  const sent = await serve({
    ...answers,
    'monitorLink/proposeEdges': found,
    'monitor/pone/dataLink/saveMonitorView': link,
  })
  const { user } = await draw(editor, { session: inProject })
  await user.click(await propose())
  const panel = await screen.findByRole('complementary', { name: 'Proposed connections' })
  expect(await within(panel).findByText('Shop → store')).toBeTruthy()
  const text = panel.textContent
  for (const part of [
    'Also adds the node “store”',
    'app-1 → 10.0.0.6:5432',
    'at most 12 at once, in 4 of 4 looks',
    'opened by the process java',
    '1 drawn connection was confirmed',
    '3 processes of other users cannot be read',
    'the agent runs in a container',
    'the agent is offline',
  ])
    expect(text).toContain(part)
  await user.click(within(panel).getByRole('button', { name: 'Accept “Shop → store”' }))
  expect(await within(panel).findByText('No new connections')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith('saveMonitorView'))).toBe(true))
  const saved = sent.find(({ call }) => call.endsWith('saveMonitorView'))?.fields['topology'] ?? ''
  const { nodes, edges } = JSON.parse(saved)
  expect(nodes.at(-1)).toMatchObject({ alias: 'store', monitorId: idOf(9), targetType: 'postgresql' })
  expect(edges.at(-1)).toMatchObject({ from: 'shop', to: nodes.at(-1).id, protocol: 'sql' })
})

test('a question that takes long can be cancelled, and one that failed can be asked again', async () => {
  await serve({ ...answers, 'monitorLink/proposeEdges': () => new Promise(() => undefined) })
  const { user } = await draw(editor, { session: inProject })
  await user.click(await propose())
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('complementary', { name: 'Properties' })).toBeTruthy()
})

test('another person’s save is told with the differences, and the own work stays until it is decided', async () => {
  const theirs = { ...link, revision: 5, topology: { ...link.topology, nodes: [shop] } }
  let reads = 0
  await serve({
    ...answers,
    'monitor/pone/dataLink/getMonitorView': () => (reads++ === 0 ? link : theirs),
    'monitor/pone/dataLink/saveMonitorView': {
      status: 500,
      code: 'EditedMeanwhile',
      message: 'wang saved it meanwhile',
    },
  })
  const { user } = await draw(editor, { session: inProject })
  const name = await screen.findByLabelText(/Name/)
  await user.type(name, ' mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Only in your version: Old queue')).toBeTruthy()
  expect(screen.getByDisplayValue('Orders mine')).toBeTruthy()
})

test('a picture behind the nodes is shown, changed, removed, brought back by undoing, and saved', async () => {
  const background = { pictureId: idOf(8), x: 0, y: 0, width: 800, height: 400, opacity01: 0.4 }
  const sent = await serve({
    ...answers,
    'monitor/pone/dataLink/getMonitorView': { ...link, topology: { ...link.topology, background } },
    'monitorLink/picture': {
      id: idOf(8),
      mediaType: 'image/png',
      width: 800,
      height: 400,
      sizeBytes: 3,
      base64: 'aWNv',
    },
    'monitor/pone/dataLink/saveMonitorView': link,
  })
  const { user, container } = await draw(editor, { session: inProject })
  const shown = () => container.querySelector<HTMLImageElement>('.link-background')
  await waitFor(() => expect(shown()?.src).toBe('data:image/png;base64,aWNv'))
  const width = await screen.findByLabelText('Width (px)')
  await user.clear(width)
  await user.type(width, '400')
  await waitFor(() => expect([shown()?.style.width, shown()?.style.height]).toEqual(['400px', '200px']))
  await user.click(screen.getByRole('button', { name: 'Remove the picture' }))
  await waitFor(() => expect(shown()).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(shown()?.style.opacity).toBe('0.4'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith('saveMonitorView'))).toBe(true))
  const saved = sent.find(({ call }) => call.endsWith('saveMonitorView'))?.fields['topology'] ?? ''
  expect(JSON.parse(saved).background).toEqual({ ...background, width: 400, height: 200 })
})

test('the list tells what a link is bound to and how its monitors are', async () => {
  const sent = await serve({
    ...answers,
    'monitorLink/list': { rows: [link], total: 1, page: 1, pageSize: 20 },
  })
  await draw(<LinkList of="manager" tabs={null} />, { session: inProject })
  expect(await screen.findByText('Orders')).toBeTruthy()
  expect(screen.getByText('Up 1')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'monitorLink/list')?.fields).toMatchObject({ page: '1' })
})

const incident = {
  incidentId: idOf(50),
  ruleId: idOf(52),
  rule: 'Many clients',
  level: 'critical',
  monitorId: idOf(1),
  labels: {},
  from: startedAt,
}

test('the live topology shows states, newest values, open incidents and deleted monitors', async () => {
  const live = {
    isRunning: true,
    machines: [],
    monitors: [
      {
        monitorId: idOf(1),
        state: 'up',
        problem: null,
        lastAt: startedAt,
        values: [{ section: 'server', counter: 'connected_clients', value: 42, series: 1 }],
      },
    ],
  }
  await serve({
    ...answers,
    'monitor/pone/dataLink/getMonitorView': { ...link, isRunning: true },
    'monitorLink/live': live,
    'alert/marks': [
      { ...incident, to: null },
      { ...incident, incidentId: idOf(51), to: startedAt },
    ],
  })
  await draw(<LinkLivePage id={link.id} />, { session: inProject })
  expect(await screen.findByText('42')).toBeTruthy()
  expect(await screen.findByRole('img', { name: '1 open incident' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Up' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Monitor deleted' })).toBeTruthy()
})
