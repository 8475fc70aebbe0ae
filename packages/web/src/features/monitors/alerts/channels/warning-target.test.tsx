/** Notification channels: the list, the form of one, a test, and the log of deliveries. */
import { type AlertChannel, alertChannelSchema } from '@pone/contract/entities/alert-channel.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../../test-outline.ts'
import { draw, serve } from '../../../../test-page.tsx'
import { idOf, startedAt } from '../../../../test-runs.ts'
import { inProject } from '../../test-monitors.ts'
import { Page } from './warning-target-page.tsx'

const channelOf = (number: number, over: object = {}): AlertChannel =>
  alertChannelSchema.parse({
    id: idOf(number),
    name: 'Orders team',
    kind: 'webhook',
    host: 'hooks.example',
    language: 'en',
    isEnabled: true,
    templates: { zh: null, en: null },
    runTemplates: { zh: null, en: null },
    runNotices: [],
    mail: null,
    updatedAt: startedAt,
    ...over,
  })
const delivery = {
  at: startedAt,
  durationMs: 120,
  isAccepted: false,
  notices: 2,
  status: 500,
  answer: '{"errcode":310000}',
  fault: 'refused by the robot',
}

async function open(over: Record<string, unknown> = {}, session: object = inProject) {
  const sent = await serve({
    'alert/channels': [channelOf(1), channelOf(2, { name: 'Duty', kind: 'feishu', isEnabled: false })],
    'alert/saveChannel': channelOf(1),
    'alert/deleteChannels': {},
    'alert/deliveries': [delivery],
    // The status of a delivery is not that of the answer.
    'alert/testChannel': { status: 200, data: delivery },
    'alert/previewNotice': { title: 'Critical: Many clients', text: 'web-1: 97 > 90', html: null },
    ...over,
  })
  const drawn = await draw(<Page />, { session })
  await screen.findByText('Orders team')
  return { ...drawn, fieldsOf: (call: string) => sent.findLast(each => each.call === call)?.fields }
}

test('channels are listed with their receivers, of which only the host is told', async () => {
  await open()
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(row => outline(row))).toMatchInlineSnapshot(`
    [
      "row: button "Orders team" | Webhook | hooks.example | English | On | 2020-11-22 08:00 | button "Send a test: Orders team"; button "Deliveries: Orders team"; button "More actions: Orders team"",
      "row: button "Duty" | Feishu | hooks.example | English | Off | 2020-11-22 08:00 | button "Send a test: Duty"; button "Deliveries: Duty"; button "More actions: Duty"",
    ]
  `)
})

test('a person who may only view sees deliveries but changes nothing', async () => {
  await open({}, { accessList: ['project.view', 'monitor.view'] })
  expect(screen.queryByRole('button', { name: /New notification channel/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send a test: Orders team' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Deliveries: Orders team' })).toBeTruthy()
})

test('the settings of a channel are kept unless they are entered anew', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: 'Orders team' }))
  const form = within(await screen.findByRole('dialog'))
  form.getByText(/Sent to hooks.example/)
  expect(form.queryByLabelText(/^Address/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(fieldsOf('alert/saveChannel')).toMatchObject({ settings: 'null', name: 'Orders team' })
})

test('faults of settings are told at their fields, and complete ones are sent', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: 'Orders team' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Enter anew' }))
  await user.type(form.getByLabelText(/^Address/), 'https://hooks.example/new')
  await user.type(form.getByLabelText(/^Secret/), 'short')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/8/, { selector: '.ant-form-item-explain-error' })
  expect(fieldsOf('alert/saveChannel')).toBeUndefined()
  await user.type(form.getByLabelText(/^Secret/), '-no-more')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(JSON.parse(fieldsOf('alert/saveChannel')?.['settings'] ?? '')).toEqual({
    kind: 'webhook',
    url: 'https://hooks.example/new',
    secret: 'short-no-more',
  })
})

test('a text is previewed, and one with an unknown placeholder is refused at its field', async () => {
  const { user, fieldsOf } = await open()
  await user.click(screen.getByRole('button', { name: 'Orders team' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Title/), 'Alert {{rule}')
  await user.click(form.getByRole('button', { name: 'Preview' }))
  await form.findByText('web-1: 97 > 90')
  expect(JSON.parse(fieldsOf('alert/previewNotice')?.['template'] ?? '')).toEqual({
    title: 'Alert {rule}',
    text: '',
  })
  await user.type(form.getByLabelText(/^Text/), '{{password}')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findAllByText(/./, { selector: '.ant-form-item-explain-error' })
  expect(fieldsOf('alert/saveChannel')).toBeUndefined()
})

test('a mail is previewed as it arrives, without scripts, and as text', async () => {
  const html = '<p>web-1</p><script>parent.stolen = 1</script>'
  const { user, fieldsOf } = await open({
    'alert/channels': [channelOf(1, { runNotices: ['runFailed'] })],
    'alert/previewNotice': { title: 'Load test failed: Peak #3', text: 'No load machines', html },
  })
  await user.click(screen.getByRole('button', { name: 'Orders team' }))
  const form = within(await screen.findByRole('dialog'))
  const [, runTitle] = form.getAllByLabelText(/^Title/)
  await user.type(runTitle as HTMLElement, '{{scenario} failed')
  await user.click(form.getByRole('combobox', { name: 'Notice' }))
  await user.click(await screen.findByTitle('Run failed'))
  await user.click(form.getByRole('button', { name: 'Preview' }))
  const frame = await form.findByTitle<HTMLIFrameElement>('The mail as it arrives')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toBe(html)
  expect(fieldsOf('alert/previewNotice')).toMatchObject({
    notice: 'runFailed',
    runTemplate: JSON.stringify({ title: '{scenario} failed', text: '' }),
  })
  await user.click(form.getByText('Text', { selector: '.ant-segmented-item-label' }))
  form.getByText('No load machines')
  expect(form.queryByTitle('The mail as it arrives')).toBeNull()
})

test('the text of notices of load tests refuses the placeholders of alerts', async () => {
  const { user, fieldsOf } = await open({ 'alert/channels': [channelOf(1, { runNotices: ['runFailed'] })] })
  await user.click(screen.getByRole('button', { name: 'Orders team' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getAllByLabelText(/^Text/)[1] as HTMLElement, '{{threshold}')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findAllByText(/./, { selector: '.ant-form-item-explain-error' })
  expect(fieldsOf('alert/saveChannel')).toBeUndefined()
})

test('a test tells why it was not accepted, with the answer', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Send a test: Orders team' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Not accepted')
  dialog.getByText('refused by the robot')
  dialog.getByText('{"errcode":310000}')
})

test('the log of deliveries shows result, notices and answer', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More actions: Orders team' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Deliveries: Orders team' }))
  await screen.findByText('2020-11-22 08:00:00')
  screen.getByText('Not accepted')
})
