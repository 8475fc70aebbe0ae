/** Channels to programs: a signed webhook, the form of Alertmanager, and gateways of text messages. */
import { createHmac } from 'node:crypto'
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type AlertNotice, type ChannelNotice, contactsOf, isOfRun, type RunNotice } from '../alert-notice.ts'
import { type ChannelKind, cutBytes, faultOfStatus, json } from './channel.ts'

type SettingsOf<Kind extends AlertChannelSettings['kind']> = Extract<AlertChannelSettings, { kind: Kind }>

const maxProgramMessages = 600

/** The signature is over `timestamp.body`, in hexadecimal digits; each notice has the key of its transition. */
export const webhook: ChannelKind<SettingsOf<'webhook'>> = {
  perMinute: maxProgramMessages,
  requests: ({ url, secret }, { notices, title, text, link, now }) => {
    const told = notices.map(notice => ({ ...notice, contacts: undefined }))
    const request = json(url, { version: 1, title, text, link, notices: told })
    const signature = createHmac('sha256', secret).update(`${now}.${request.body}`).digest('hex')
    const headers = { 'x-pone-timestamp': String(now), 'x-pone-signature': `sha256=${signature}` }
    return [{ ...request, headers: { ...request.headers, ...headers } }]
  },
  faultOf: faultOfStatus,
}

/** @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanager: ChannelKind<SettingsOf<'alertmanager'>> = {
  perMinute: maxProgramMessages,
  requests: ({ url, secret }, { notices, text }) => {
    const alerts = notices.map(notice => alertOf(notice, notices.length === 1 ? text : ''))
    const isFiring = alerts.some(({ status }) => status === 'firing')
    const content = {
      version: '4',
      groupKey: notices[0] === undefined ? '' : groupOf(notices[0]),
      truncatedAlerts: 0,
      status: isFiring ? 'firing' : 'resolved',
      receiver: 'pone',
      groupLabels: {},
      commonLabels: {},
      commonAnnotations: {},
      externalURL: '',
      alerts,
    }
    return [json(url, content, secret === '' ? {} : { authorization: `Bearer ${secret}` })]
  },
  faultOf: faultOfStatus,
}

const labelName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')

/** Incidents and runs are groups. */
const groupOf = (notice: ChannelNotice): string => (isOfRun(notice) ? notice.runId : notice.incidentId)

const fingerprint = (notice: ChannelNotice): string => groupOf(notice).replaceAll('-', '').slice(0, 16)

const alertOf = (notice: ChannelNotice, description: string) =>
  isOfRun(notice) ? alertOfRun(notice, description) : alertOfIncident(notice, description)

/** It has happened and does not end. */
const alertOfRun = (notice: RunNotice, description: string) => ({
  status: 'firing',
  labels: {
    alertname: notice.kind,
    severity: 'critical',
    scenario: notice.scenario,
    run: String(notice.number),
  },
  annotations: { description, key: notice.key },
  startsAt: new Date(notice.madeAt).toISOString(),
  endsAt: never,
  generatorURL: '',
  fingerprint: fingerprint(notice),
})

const never = '0001-01-01T00:00:00Z'

function alertOfIncident(notice: AlertNotice, description: string) {
  const isFiring = notice.kind === 'triggered' || notice.kind === 'flapping'
  const given = Object.entries({ ...notice.labels, ...notice.ruleLabels })
  return {
    status: isFiring ? 'firing' : 'resolved',
    labels: {
      ...Object.fromEntries(given.map(([name, value]) => [labelName(name), value])),
      alertname: notice.rule,
      severity: notice.level,
      monitor: notice.monitor,
    },
    annotations: { description, value: String(notice.value ?? ''), key: notice.key },
    startsAt: new Date(notice.openedAt).toISOString(),
    endsAt: isFiring ? never : new Date(notice.madeAt).toISOString(),
    generatorURL: '',
    fingerprint: fingerprint(notice),
  }
}

const maxSmsBytes = 400

/** What is filled in is escaped for where it stands, so that a name cannot add fields. */
export const sms: ChannelKind<SettingsOf<'sms'>> = {
  perMinute: 20,
  noticesAtOnce: ({ tellsMonitorContacts }) => (tellsMonitorContacts ? 5 : 500),
  requests: ({ url, method, contentType, body, secret, phones, tellsMonitorContacts }, { title, notices }) =>
    phonesOf({ phones, tellsMonitorContacts }, notices).map(phone => {
      const values = { phone, text: cutBytes(title, maxSmsBytes), key: notices[0]?.key ?? '' }
      const isJson = contentType === 'application/json'
      return {
        url: filled(url, values, encodeURIComponent),
        method,
        headers: {
          ...(method === 'POST' ? { 'content-type': contentType } : {}),
          ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
        },
        body:
          method === 'GET'
            ? ''
            : filled(body, values, isJson ? text => JSON.stringify(text).slice(1, -1) : encodeURIComponent),
      }
    }),
  faultOf: (answer, { expected }) =>
    faultOfStatus(answer) ??
    (answer.body.includes(expected) ? null : toldCause('noticeWithoutText', { expected })),
}

const phonesOf = (
  { phones, tellsMonitorContacts }: Pick<SettingsOf<'sms'>, 'phones' | 'tellsMonitorContacts'>,
  notices: readonly ChannelNotice[],
): string[] => [
  ...new Set([
    ...phones,
    ...(tellsMonitorContacts ? notices.flatMap(notice => contactsOf(notice).phones) : []),
  ]),
]

const filled = (
  template: string,
  values: Readonly<Record<'phone' | 'text' | 'key', string>>,
  escaped: (text: string) => string,
): string =>
  template.replaceAll(/\{(phone|text|key)\}/g, (_, name: 'phone' | 'text' | 'key') => escaped(values[name]))
