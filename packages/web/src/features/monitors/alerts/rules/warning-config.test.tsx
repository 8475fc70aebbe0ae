/** The list of alert rules, the form of one, its rehearsal, and rules from templates. */
import { storedAlertRuleSchema } from '@pone/contract/entities/alert.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { outline } from '../../../../test-outline.ts'
import { draw, serve } from '../../../../test-page.tsx'
import { idOf, startedAt } from '../../../../test-runs.ts'
import { inProject, testMonitor } from '../../test-monitors.ts'
import { newRule, ruleOf } from './rule-form-model.ts'
import { Page } from './warning-config-page.tsx'

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

const redis = testMonitor(1, { type: 'redis', params: { host: '10.20.1.4', port: 6379 } })
const clients = ruleOf(
  newRule({
    name: 'Many clients',
    monitorIds: [idOf(1)],
    left: 'server connected_clients',
    max: 90,
    times: 3,
  }),
)
const stored = (number: number, over: object = {}) =>
  storedAlertRuleSchema.parse({
    ...clients,
    id: idOf(number),
    revision: 1,
    open: 0,
    indicatorNames: null,
    updatedBy: 'li',
    updatedAt: startedAt,
    ...over,
  })
const rules = [stored(2, { open: 2 }), stored(3, { name: 'Memory', level: 'critical', isEnabled: false })]

async function open(over: Record<string, unknown> = {}, given: { session?: object; address?: string } = {}) {
  const sent = await serve({
    'alert/rules': { rows: rules, total: rules.length, page: 1, pageSize: 10 },
    'alert/rulesWithoutValues': [],
    'alert/channels': [],
    'alert/saveRule': stored(4),
    'alert/setRulesEnabled': {},
    'alert/deleteRules': {},
    'monitor/list': { rows: [redis], total: 1, page: 1, pageSize: 50 },
    'monitor/get': redis,
    'monitor/groups': [],
    'monitorType/usable': [],
    ...over,
  })
  const drawn = await draw(<Page />, { session: inProject, ...given })
  await screen.findAllByText('Many clients')
  const fieldsOf = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, sent, fieldsOf }
}

test('a row says what is compared, with which thresholds, and how many alerts are open', async () => {
  await open()
  const rows = screen.getAllByRole('row').slice(2)
  expect(rows.map(row => outline(row))).toMatchInlineSnapshot(`
    [
      "row: checkbox "Select row 1" | button "Many clients" | switch "Enabled: Many clients" [checked] | Warning | link "2" → /pone/atf/projects/taskCenter/monitorWarning?rule=22222222-e2bb-4255-8caf-4136c566a962 | 1 monitor | Clients | > 90 | 3 in 5 min, silent 30 min | button "Edit: Many clients"; button "More actions: Many clients"",
      "row: checkbox "Select row 2" | button "Memory" | switch "Enabled: Memory" | Critical | – | 1 monitor | Clients | > 90 | 3 in 5 min, silent 30 min | button "Edit: Memory"; button "More actions: Memory"",
    ]
  `)
})

test('a rule that gets no values says from how many monitors, and from which', async () => {
  const rule = { id: idOf(2), name: 'Many clients', monitors: 1, of: 3, names: ['Redis 1'] }
  const { user } = await open({ 'alert/rulesWithoutValues': [rule] })
  const note = await screen.findByText('no values from 1 of 3 monitors')
  expect(screen.getAllByText(/no values from/)).toHaveLength(1)
  await user.hover(note)
  await screen.findByText(/can neither trigger nor recover: Redis 1/)
})

test('a person who may only view can open and rehearse a rule but change none', async () => {
  const { user } = await open(
    { 'alert/rehearse': [] },
    { session: { accessList: ['project.view', 'monitor.view'] } },
  )
  expect(screen.queryByRole('button', { name: /New alert rule/ })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  for (const each of screen.getAllByRole<HTMLButtonElement>('switch')) expect(each.disabled).toBe(true)
  const form = await edit(user)
  form.getByText('Your role may view and rehearse this rule, but not change it.')
  expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).disabled).toBe(true)
  const rehearse = form.getByRole<HTMLButtonElement>('button', { name: 'Rehearse' })
  await vi.waitFor(() => expect(rehearse.disabled).toBe(false), { timeout: 10_000 })
  await user.click(rehearse)
  await form.findByText(/have no values/)
  await user.click(form.getByText('Close'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a rule with open incidents is switched off after a question, one without them at once', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('switch', { name: 'Enabled: Memory' }))
  await screen.findByText('1 rule switched on')
  expect(fieldsOf('alert/setRulesEnabled')).toMatchObject({ ids: `["${idOf(3)}"]`, isEnabled: 'true' })
  await user.click(screen.getByRole('switch', { name: 'Enabled: Many clients' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('2 open incidents are closed, and notices of that are sent.')
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await screen.findByText('1 rule switched off')
})

test('several rules are deleted together after a question', async () => {
  const { user, fieldsOf } = await open()
  const [, first, second] = screen.getAllByRole('checkbox')
  await user.click(first as HTMLElement)
  await user.click(second as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted')
  expect(fieldsOf('alert/deleteRules')?.['ids']).toBe(JSON.stringify([idOf(2), idOf(3)]))
})

test('a monitor is found among all of the project by the server, and stays named once it is chosen', async () => {
  const found = testMonitor(7, { name: 'cache-9912', type: 'redis' })
  const { user, fieldsOf } = await open({
    'monitor/list': ({ search }: Record<string, string>) => ({
      rows: search === '9912' ? [found] : [redis],
      total: 10_000,
      page: 1,
      pageSize: 20,
    }),
    'monitor/get': found,
  })
  await user.type(screen.getByRole('combobox', { name: 'Monitor' }), '9912')
  await user.click(await screen.findByTitle('cache-9912'))
  await vi.waitFor(() => expect(fieldsOf('alert/rules')?.['monitorId']).toContain(found.id), {
    timeout: 10_000,
  })
  const chosen = screen.getByRole('combobox', { name: 'Monitor' }).closest('.ant-select')
  await vi.waitFor(() => expect(chosen?.textContent).toContain('cache-9912'), { timeout: 10_000 })
})

test('a column is ordered downward by the server', async () => {
  const { fieldsOf } = await open({}, { address: '/?sort=open&descending=true' })
  expect(fieldsOf('alert/rules')).toMatchObject({ sort: 'open', descending: 'true' })
})

const edit = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Many clients' }))
  return within(await screen.findByRole('dialog'))
}

test('a rule that needs more breaches than its cycle holds is refused before anything is sent', async () => {
  const { user, fieldsOf } = await open()
  const form = await edit(user)
  await form.findByText('At most 60: the trigger cycle with a value every 5 s')
  const times = form.getByLabelText(/Trigger threshold/)
  await user.clear(times)
  await user.type(times, '61')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/holds at most 60 values, fewer than 61/)
  expect(fieldsOf('alert/saveRule')).toBeUndefined()
})

test('a changed rule is stored under its revision', async () => {
  const { user, fieldsOf } = await open()
  const form = await edit(user)
  const max = form.getByLabelText(/Maximum notification threshold/)
  await user.clear(max)
  await user.type(max, '80')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  const sent = fieldsOf('alert/saveRule')
  expect(sent).toMatchObject({ id: JSON.stringify(idOf(2)), revision: '1' })
  expect(JSON.parse(sent?.['rule'] ?? '')).toEqual({ ...clients, content: { ...clients.content, max: 80 } })
})

test('a rule that was saved in between shows the differing fields, and overwrites only when asked to', async () => {
  let saves = 0
  const theirs = stored(2, { revision: 2, updatedBy: 'wang', level: 'critical' })
  const { user, fieldsOf } = await open({
    'alert/saveRule': () => {
      saves += 1
      return saves === 1 ? { status: 500, code: 'EditedMeanwhile', message: 'edited' } : theirs
    },
    'alert/rule': theirs,
  })
  const form = await edit(user)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText(/wang saved a newer version/)
  screen.getByText('Level', { selector: 'p' })
  await user.click(screen.getByRole('button', { name: 'Overwrite with my version' }))
  await screen.findByText('Saved')
  expect(fieldsOf('alert/saveRule')?.['revision']).toBe('2')
})

test('the address of a rule opens its form', async () => {
  const { user, fieldsOf } = await open({ 'alert/rule': stored(9) }, { address: `/?open=${idOf(9)}` })
  await screen.findByDisplayValue('Many clients')
  const form = within(screen.getByRole('dialog'))
  expect(fieldsOf('alert/rule')?.['id']).toBe(idOf(9))
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a rule that is gone is told where the address names it', async () => {
  const gone = { status: 500, code: 'NotFound', message: 'The alert rule does not exist' }
  await open({ 'alert/rule': gone }, { address: `/?open=${idOf(9)}` })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText(/does not exist/)
})

test('a copy is a new rule with another name', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: 'More actions: Many clients' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Created')
  const sent = fieldsOf('alert/saveRule')
  expect(sent?.['revision']).toBe('0')
  expect(JSON.parse(sent?.['rule'] ?? '')).toEqual({ ...clients, name: 'Many clients copy' })
})

test('a new rule begins with the first fault of an empty form', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: /New alert rule/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Name/), 'Clients')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Choose at least one monitor')
  await form.findByText('Enter a maximum, a minimum, or both')
  expect(fieldsOf('alert/saveRule')).toBeUndefined()
})

test('the address of a chart opens the form of a new rule for its counter', async () => {
  const address = `/?ruleOf=${idOf(1)}&counter=server.total_commands_processed&fn=rate`
  const { user } = await open({}, { address })
  const form = within(await screen.findByRole('dialog'))
  await form.findByTitle('web-1')
  await form.findByTitle(/^Commands/)
  expect(form.getByRole<HTMLInputElement>('radio', { name: 'Growth per second' }).checked).toBe(true)
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a rehearsal tells figures, states and notices of this version beside the stored one', async () => {
  const from = startedAt
  const rehearsal = (until: number, notices: object[]) => ({
    samples: 17_280,
    breaches: 4,
    incidents: 1,
    intervals: [
      { from, to: from + until, phase: 'activated' },
      { from: from + until, to: from + 86_400_000, phase: 'silent' },
    ].filter(each => each.from < each.to),
    notices,
    muted: [],
  })
  const triggered = { at: from + 3_600_000, kind: 'triggered', value: 97, incident: 1 }
  const { user, fieldsOf } = await open({
    'alert/rehearse': [
      {
        labels: {},
        curve: { at: [from, from + 60_000], values: [97, 20] },
        after: rehearsal(3_600_000, [triggered]),
        before: rehearsal(86_400_000, []),
        added: [triggered],
        removed: [],
      },
    ],
  })
  const form = await edit(user)
  await user.click(await form.findByRole('button', { name: 'Rehearse' }))
  const series = within(await form.findByRole('region', { name: 'Clients' }))
  series.getByRole('img', { name: 'States of this version: Activated 1 h 00 min, Silent 23 h 00 min' })
  series.getByRole('img', { name: 'States of the stored version: Activated 24 h 00 min' })
  series.getByText('Added')
  series.getByRole('figure', { name: 'Last 24 hours' })
  expect(fieldsOf('alert/rehearse')).toMatchObject({ monitorId: idOf(1), ruleId: JSON.stringify(idOf(2)) })
  await user.type(form.getByLabelText(/Maximum notification threshold/), '0')
  await form.findByText('The rule has been changed. Rehearse it again')
})

test('ticked thresholds of a type become rules; what is refused is told', async () => {
  const { user, sent } = await open({
    'alert/saveRule': ({ rule = '' }: Record<string, string>) =>
      rule.includes('Memory utilisation')
        ? { status: 500, code: 'NameExists', message: 'exists' }
        : stored(4),
  })
  await user.click(screen.getByRole('button', { name: 'From templates' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: /Type/ }), 'Redis')
  await user.click(await screen.findByTitle('Redis'))
  await user.click(await dialog.findByRole('checkbox', { name: 'Redis · Lag' }))
  await user.click(dialog.getByRole('button', { name: 'Create 3 rules' }))
  await dialog.findByText('Redis · Memory utilisation: exists')
  expect(sent.filter(({ call }) => call === 'alert/saveRule')).toHaveLength(3)
})
