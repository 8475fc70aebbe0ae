/** Incidents: the list of a project and of all projects, acknowledging, and one incident with its timeline. */
import { alertIncidentDetailSchema, alertIncidentSchema } from '@pone/contract/entities/alert.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { outline } from '../../../../test-outline.ts'
import { draw, serve } from '../../../../test-page.tsx'
import { idOf, startedAt } from '../../../../test-runs.ts'
import { inProject, testMonitor } from '../../test-monitors.ts'
import { IncidentTable } from './incident-table.tsx'

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

const minute = 60_000
const incidentOf = (number: number, over: object = {}) =>
  alertIncidentSchema.parse({
    id: idOf(number),
    ruleId: idOf(8),
    rule: 'Many clients',
    level: 'critical',
    monitorId: idOf(1),
    monitor: 'web-1',
    labels: {},
    openedAt: startedAt,
    closedAt: null,
    closeReason: null,
    openedValue: 97,
    closedValue: null,
    acknowledgedBy: null,
    acknowledgedAt: null,
    assignee: null,
    indicator: {
      kind: 'counter',
      section: 'server',
      reading: { counter: 'connected_clients', fn: 'value' },
    },
    max: 90,
    min: null,
    indicatorNames: null,
    ...over,
  })
const closed = {
  closedAt: startedAt + minute,
  acknowledgedBy: 'wang',
  acknowledgedAt: startedAt + 1_000,
  assignee: { userId: idOf(5), account: 'zhao' },
}
const incidents = [incidentOf(2), incidentOf(3, closed)]
const transition = {
  kind: 'transition',
  at: startedAt,
  value: null,
  notice: null,
  mutedBy: null,
  heldUntil: null,
  deliveries: [],
  reason: null,
}
const delivery = { state: 'sent', attempts: 1, endedAt: startedAt + 2_000, heldBy: null, together: 1 }
const detail = alertIncidentDetailSchema.parse({
  incident: incidents[0],
  timeline: [
    {
      ...transition,
      key: '1',
      from: 'activated',
      to: 'triggered',
      value: 97,
      notice: 'triggered',
      heldUntil: startedAt + 30 * minute,
      deliveries: [
        { ...delivery, channel: 'Duty', together: 37, heldBy: 'rateLimit' },
        { ...delivery, channel: 'Orders', state: 'waiting', attempts: 3, endedAt: null, heldBy: 'receiver' },
        { ...delivery, channel: null, state: 'failed', attempts: 0, heldBy: 'channelOff' },
      ],
    },
    { ...transition, key: '2', from: 'triggered', to: 'silent' },
    {
      ...transition,
      key: '3',
      from: 'silent',
      to: 'triggered',
      mutedBy: 'maintenance',
      heldUntil: startedAt + 60 * minute,
    },
    { ...transition, key: '4', from: 'silent', to: 'triggered', mutedBy: 'dependency', mutedFor: 'vm-1' },
    { kind: 'comment', at: startedAt + minute, by: 'zhao', text: 'Restarting it' },
  ],
  told: 1,
  heldBack: 1,
  runs: [
    {
      id: idOf(6),
      number: 12,
      scenarioName: 'Peak',
      state: 'complete',
      startedAt,
      endedAt: startedAt + minute,
    },
  ],
})

async function open(over: Record<string, unknown> = {}, given: { session?: object; address?: string } = {}) {
  const sent = await serve({
    'alert/incidents': { rows: incidents, total: 2, page: 1, pageSize: 10 },
    'alert/incident': detail,
    'alert/acknowledge': {},
    'alert/assign': {},
    'alert/comment': {},
    'monitor/list': { rows: [], total: 0, page: 1, pageSize: 50 },
    'monitor/get': testMonitor(1, { type: 'redis' }),
    'alert/incidentCurve': { at: [startedAt - minute, startedAt], values: [42, 97] },
    'monitorType/usable': [],
    ...over,
  })
  const drawn = await draw(<IncidentTable scope="project" label="Incidents" />, {
    session: { ...inProject, userId: idOf(7), userName: 'li' },
    ...given,
  })
  await screen.findAllByText('Many clients')
  const fieldsOf = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, fieldsOf }
}

test('a row says what was breached, whether it is open, and who works on it', async () => {
  await open()
  const rows = screen.getAllByRole('row').slice(2)
  const [opened, ended] = rows.map(row => outline(row))
  expect(opened).toMatch(/Critical \| button "Many clients" \| link "web-1".*Not acknowledged.*97 \| > 90/)
  expect(ended).toMatch(/Recovered.*1 min.*wang \| zhao/)
})

test('open incidents are listed first, and the address names other filters', async () => {
  const { fieldsOf } = await open({}, { address: `/?level=critical&rule=${idOf(8)}&assignee=me` })
  expect(fieldsOf('alert/incidents')).toMatchObject({ state: 'open', assignee: '"me"' })
  expect(fieldsOf('alert/incidents')?.['ruleId']).toContain(idOf(8))
  await screen.findByRole('button', { name: /Rule: Many clients/ })
})

test('several incidents are acknowledged at once; one that was acknowledged cannot be chosen', async () => {
  const { user, fieldsOf } = await open()
  const [, first, second] = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(second?.disabled).toBe(true)
  await user.click(first as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await screen.findByText('1 incident acknowledged')
  expect(fieldsOf('alert/acknowledge')?.['ids']).toBe(JSON.stringify([idOf(2)]))
})

const opened = { address: `/?open=${idOf(2)}` }

test('an incident has its timeline, its curve and the load tests that ran', async () => {
  await open({}, opened)
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  const entries = [...(timeline.getAllByRole('list')[0]?.children ?? [])]
  expect(entries.map(entry => entry.querySelector(':scope > div')?.firstChild?.textContent)).toEqual([
    'Activated → Triggered · value 97 · notice: Triggered · silent until 2020-11-22 08:30:00',
    'Triggered → Silent',
    'Silent → Triggered · notice held back: maintenance until 2020-11-22 09:00:00',
    'Silent → Triggered · notice held back: no answer from vm-1, on which it depends',
    'Comment by zhao',
  ])
  expect(
    within(entries[0] as HTMLElement)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    'Duty: sent at 2020-11-22 08:00:02 · in one message with 36 other notices · delayed because the receiver takes no more messages in a minute',
    'Orders: waits to be sent · 3 attempts',
    'deleted: could not be sent · the channel is off or was deleted',
  ])
  await screen.findByRole('figure', { name: 'Clients' })
  screen.getByRole('link', { name: '#12 Peak' })
})

test('a counter of a type of one’s own is called as the type names it, also where the type is not known', async () => {
  const named = {
    indicator: { kind: 'counter', section: 'rooms', reading: { counter: 'free_mb', fn: 'value' } },
    indicatorNames: { names: { zh: '空闲空间', en: 'Free space' }, unit: 'bytes' },
    openedValue: 2_048,
  }
  const incident = incidentOf(2, named)
  await open({ 'alert/incident': { ...detail, incident } }, opened)
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Free space')
  drawer.getAllByText(/^2(\.\d+)? K/)
})

test('an incident is taken and commented', async () => {
  const { user, fieldsOf } = await open({}, opened)
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('combobox', { name: 'Assign to' }))
  await user.click(await screen.findByTitle('li (me)'))
  await screen.findByText('Assignment changed')
  expect(fieldsOf('alert/assign')?.['userId']).toContain(idOf(7))
  await user.type(drawer.getByRole('textbox', { name: 'Comment' }), 'On it')
  await user.click(drawer.getByRole('button', { name: 'Add comment' }))
  await screen.findByText('Comment added')
  expect(fieldsOf('alert/comment')).toMatchObject({ text: 'On it' })
})

test('who may only view works on nothing', async () => {
  await open({}, { ...opened, session: { accessList: ['project.view', 'monitor.view'] } })
  await screen.findByRole('region', { name: 'Timeline' })
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

test('administrators see the incidents of all projects without links into them', async () => {
  const rows = [{ ...incidents[0], projectId: idOf(9), projectName: 'Orders' }]
  await serve({ 'adminAlert/incidents': { rows, total: 1, page: 1, pageSize: 10 } })
  await draw(<IncidentTable scope="admin" label="Incidents" />, {
    session: { isAdministrator: true, projectId: '', accessList: [] },
  })
  await screen.findByText('Orders')
  expect(screen.queryByRole('link', { name: 'web-1' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Many clients' })).toBeNull()
})
