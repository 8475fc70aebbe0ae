import { alertChannelKinds, alertChannelSchema } from '@pone/contract/entities/alert-channel.ts'
import { expect, test } from 'vitest'
import { idOf, startedAt } from '../../../../test-runs.ts'
import {
  type ChannelForm,
  formOfChannel,
  parseSettings,
  runTemplateOf,
  templateOf,
} from './channel-form-model.ts'

const form = (over: Partial<ChannelForm>): ChannelForm => ({
  ...formOfChannel(null, 'en'),
  name: 'A',
  ...over,
})
const url = 'https://hooks.example/abc'

test.each(alertChannelKinds)('complete settings of a channel of the kind %s are accepted', kind => {
  const mail = { host: 'mail.example', from: 'a@example.com', recipients: ['b@example.com'] }
  const parsed = parseSettings(form({ kind, url, secret: 'a-long-secret', ...mail }), false)
  expect(parsed.error).toBeUndefined()
  expect(parsed.data?.kind).toBe(kind)
})

test.each<[string, Partial<ChannelForm>]>([
  ['url', { kind: 'slack' }],
  ['url', { kind: 'slack', url: 'ftp://x' }],
  ['secret', { kind: 'webhook', url, secret: 'short' }],
  ['host', { kind: 'mail', from: 'a@example.com' }],
  ['from', { kind: 'mail', host: 'mail.example', from: 'nobody' }],
  ['phones', { kind: 'sms', url, phones: ['x'] }],
])('a fault of %s is told at its field', (field, over) => {
  const fields = parseSettings(form(over), false).error?.issues.map(({ path }) => path[0])
  expect(new Set(fields)).toEqual(new Set([field]))
})

test('an empty password keeps the stored one, and stands for none where none is stored', () => {
  const mail = form({ kind: 'mail', host: 'mail.example', from: 'a@example.com' })
  expect(parseSettings(mail, true).data).toMatchObject({ password: null })
  expect(parseSettings(mail, false).data).toMatchObject({ password: '' })
  expect(parseSettings({ ...mail, password: 'new' }, true).data).toMatchObject({ password: 'new' })
})

test('a stored channel is opened with its settings and both texts, of which an empty one is the usual one', () => {
  const channel = alertChannelSchema.parse({
    id: idOf(1),
    name: 'Mail',
    kind: 'mail',
    host: 'mail.example',
    language: 'zh',
    isEnabled: false,
    templates: { zh: { title: '{rule}', text: '' }, en: null },
    runTemplates: { zh: null, en: { title: '', text: '{scenario}' } },
    runNotices: ['runFailed'],
    mail: {
      host: 'mail.example',
      port: 465,
      security: 'tls',
      user: 'u',
      hasPassword: true,
      authority: '',
      from: 'a@example.com',
      recipients: ['b@example.com'],
      tellsMonitorContacts: true,
    },
    updatedAt: startedAt,
  })
  const opened = formOfChannel(channel, 'en')
  expect(opened).toMatchObject({
    language: 'zh',
    isEnabled: false,
    port: 465,
    security: 'tls',
    password: '',
    recipients: ['b@example.com'],
    runNotices: ['runFailed'],
  })
  expect(templateOf(opened, 'zh')).toEqual({ title: '{rule}', text: '' })
  expect(templateOf(opened, 'en')).toBeNull()
  expect(runTemplateOf(opened, 'zh')).toBeNull()
  expect(runTemplateOf(opened, 'en')).toEqual({ title: '', text: '{scenario}' })
})
