/** The list of monitors, the form of one, and its groups. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { inProject, testMonitor } from '../test-monitors.ts'
import { Page } from './monitor-manager-page.tsx'

const monitors = [
  testMonitor(1, { groupId: idOf(8) }),
  testMonitor(2, {
    agentId: idOf(5),
    state: 'down',
    problem: { cause: 'refused', params: {}, detail: 'ECONNREFUSED 192.0.2.7:6379' },
  }),
  testMonitor(3, { isRunning: false, state: 'stopped', collector: null, type: 'of-a-later-version' }),
]
const groups = [{ id: idOf(8), name: 'Shop', monitors: 1, running: 1 }]

async function open(over: Record<string, unknown> = {}, session: object = inProject) {
  const sent = await serve({
    'monitor/list': { rows: monitors, total: monitors.length, page: 1, pageSize: 10 },
    'monitor/groups': groups,
    'monitor/agents': [],
    'monitor/start': {},
    'monitor/stop': {},
    'monitor/delete': {},
    'monitor/move': {},
    ...over,
  })
  const drawn = await draw(<Page />, { session })
  await screen.findByText('web-1')
  return { ...drawn, sent, fieldsOf: (call: string) => sent.find(each => each.call === call)?.fields }
}

test('a row says what is watched, by whom, how often, and why it is down', async () => {
  await open()
  const rows = screen.getAllByRole('row').slice(2)
  expect(rows.map(row => outline(row))).toMatchInlineSnapshot(`
    [
      "row: checkbox "Select row 1" | link "web-1" → /pone/atf/projects/monitorInfo?id=11111111-e2bb-4255-8caf-4136c566a962 | Up | Host (agent) | – | Shop | Nearest: agent-1 | 5 s | button "Open: web-1"; button "Stop: web-1"; button "More actions: web-1"",
      "row: checkbox "Select row 2" | link "web-2" → /pone/atf/projects/monitorInfo?id=22222222-e2bb-4255-8caf-4136c566a962 | DownThe connection was refused; check the port and whether the service is running | Host (agent) | – | – | agent-1 | 5 s | button "Open: web-2"; button "Stop: web-2"; button "More actions: web-2"",
      "row: checkbox "Select row 3" | link "web-3" → /pone/atf/projects/monitorInfo?id=33333333-e2bb-4255-8caf-4136c566a962 | Stopped | of-a-later-version | – | – | Nearest | 5 s | button "Open: web-3"; button "Start: web-3"; button "More actions: web-3"",
    ]
  `)
})

test('a person who may only view sees neither the form nor actions', async () => {
  await open({}, { accessList: ['project.view', 'monitor.view'] })
  expect(screen.queryByRole('button', { name: /New monitor/ })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Stop: web-1' })).toBeNull()
})

test('a stopped monitor is started at once, a running one is stopped after a question', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: 'Start: web-3' }))
  await screen.findByText('1 monitor started')
  expect(fieldsOf('monitor/start')?.['ids']).toBe(JSON.stringify([idOf(3)]))
  await user.click(screen.getByRole('button', { name: 'Stop: web-1' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(fieldsOf('monitor/stop')).toBeUndefined()
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  await screen.findByText('1 monitor stopped')
  expect(fieldsOf('monitor/stop')?.['ids']).toBe(JSON.stringify([idOf(1)]))
})

test('a frequency longer than an interval is refused at its field before anything is sent', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: /New monitor/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/Alias/), 'db-1')
  const frequency = form.getByLabelText(/Monitoring frequency/)
  await user.clear(frequency)
  await user.type(frequency, '60')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Must not exceed the send and receive intervals (5 s)')
  expect(fieldsOf('monitor/create')).toBeUndefined()
})

test('a new monitor is created with the defaults of its type, and started', async () => {
  const { user, fieldsOf } = await open({ 'monitor/create': testMonitor(4, { isRunning: false }) })
  await user.click(screen.getByRole('button', { name: /New monitor/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/Alias/), 'db-1')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Created')
  expect(fieldsOf('monitor/create')).toMatchObject({ name: 'db-1', type: 'host', frequencyMs: '5000' })
  expect(fieldsOf('monitor/start')?.['ids']).toBe(JSON.stringify([idOf(4)]))
})

test('a pasted key keeps its line breaks', async () => {
  const { user, fieldsOf } = await open({ 'monitor/create': testMonitor(4, { isRunning: false }) })
  await user.click(screen.getByRole('button', { name: /New monitor/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('combobox', { name: /^Type/ }), 'Oracle')
  await user.click(await screen.findByTitle('Oracle'))
  await user.type(form.getByLabelText(/Alias/), 'orders')
  await user.type(form.getByLabelText(/^Host/), '192.0.2.7')
  await user.type(form.getByLabelText(/^Service name or SID/), 'ORCLPDB1')
  await user.click(form.getByLabelText(/^Use TLS/))
  await user.click(form.getByLabelText(/^Wallet/))
  const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n'
  await user.paste(key)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Created')
  expect(fieldsOf('monitor/create')?.['params']).toContain(JSON.stringify(key))
})

test('a name that exists is told at its field, and what was typed stays', async () => {
  const { user } = await open({
    'monitor/create': { status: 500, code: 'NameExists', message: 'The name “web-1” already exists' },
  })
  await user.click(screen.getByRole('button', { name: /New monitor/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/Alias/), 'web-1')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('The name “web-1” already exists')
  expect(form.getByLabelText<HTMLInputElement>(/Alias/).value).toBe('web-1')
})

test('deleting several monitors names them and says what is lost', async () => {
  const { user, fieldsOf } = await open()
  const [, first, second] = screen.getAllByRole('checkbox')
  await user.click(first as HTMLElement)
  await user.click(second as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Delete “web-1” and others (2 monitors)?').length).toBeGreaterThan(0)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted')
  expect(fieldsOf('monitor/delete')?.['ids']).toBe(JSON.stringify([idOf(1), idOf(2)]))
})

test('an import is tried first, says why a row is refused, and creates after being asked', async () => {
  const row = { name: 'redis-1', type: 'redis', isCreated: true, problems: [] }
  const problems = [{ field: 'type', text: 'There is no monitor type “rediss”' }]
  const outcome = {
    created: 1,
    refused: 1,
    rows: [
      { ...row, row: 1 },
      { ...row, row: 2, type: 'rediss', isCreated: false, problems },
    ],
  }
  const { user, sent } = await open({ 'monitor/import': outcome })
  const imports = () => sent.filter(({ call }) => call === 'monitor/import').length
  await user.click(screen.getByRole('button', { name: 'Import and export' }))
  const drawer = await screen.findByRole('dialog')
  const input = drawer.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['[]'], 'monitors.json'))
  await within(drawer).findByText('type: There is no monitor type “rediss”')
  expect(imports()).toBe(1)
  await user.click(within(drawer).getByRole('button', { name: 'Create 1 monitor' }))
  await screen.findByText('1 monitor created')
  expect(imports()).toBe(2)
})

test('what was discovered on a host is created with its agent and started', async () => {
  const agent = {
    id: idOf(5),
    name: 'agent-1',
    host: 'bj-01',
    address: '10.20.1.2',
    isOnline: true,
    monitors: 0,
  }
  const target = {
    type: 'redis',
    name: 'redis-6379',
    params: { host: '127.0.0.1', port: 6_379 },
    process: 'redis-server',
    pid: 812,
    port: 6_379,
  }
  const { user, fieldsOf } = await open({
    'monitor/agents': [agent],
    'monitor/discover': { targets: [target], problem: null },
    'monitor/create': testMonitor(4),
  })
  await user.click(screen.getByRole('button', { name: 'Discover' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Choose an agent' }))
  await user.click(await screen.findByText('agent-1 · bj-01'))
  await dialog.findByText('redis-server (812)')
  await user.click(dialog.getAllByRole('checkbox')[1] as HTMLElement)
  await user.click(dialog.getByRole('button', { name: 'Create and start 1 monitor' }))
  await screen.findByText('1 monitor created')
  expect(fieldsOf('monitor/create')).toMatchObject({
    name: 'redis-6379',
    type: 'redis',
    agentId: JSON.stringify(idOf(5)),
  })
  expect(fieldsOf('monitor/start')?.['ids']).toBe(JSON.stringify([idOf(4)]))
})
