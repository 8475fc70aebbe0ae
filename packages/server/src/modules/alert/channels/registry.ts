/** All kinds of channels, a line each. */
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import { type MailAnswer, sendMail } from '../../../adapters/outgoing/outgoing-mail.ts'
import { type OutgoingAnswer, sendRequest } from '../../../adapters/outgoing/outgoing-request.ts'
import type { ChannelNotice } from '../alert-notice.ts'
import type { ChannelKind, ChannelMessage } from './channel.ts'
import { connectionFault } from './fault.ts'
import { type MailSettings, mailFault, mailGroups, mailOf, mailsPerMinute, noticesPerMail } from './mail.ts'
import { alertmanager, sms, webhook } from './programs.ts'
import { dingtalk, feishu, slack, wecom } from './robots.ts'

/** What a receiver said. */
export interface ChannelAnswer {
  readonly status: number | null
  readonly answer: string
  readonly isAccepted: boolean
  /** Why the message, or one of its recipients, was not accepted, as a told cause; '': all was. */
  readonly fault: string
  readonly retryAfterMs: number | null
}

export interface SendingMeans {
  readonly wall: AddressWall
  /** The message about some of the notices. */
  readonly messageOf: (notices: readonly ChannelNotice[]) => ChannelMessage
}

/** A channel with its settings. */
export interface OpenChannel {
  readonly perMinute: number
  readonly perSecond: number
  /** Notices that a message may tell of. */
  readonly noticesAtOnce: number
  send(notices: readonly ChannelNotice[], means: SendingMeans): Promise<ChannelAnswer>
}

export function openChannel(settings: AlertChannelSettings): OpenChannel {
  switch (settings.kind) {
    case 'webhook':
      return byRequests(webhook, settings)
    case 'dingtalk':
      return byRequests(dingtalk, settings)
    case 'wecom':
      return byRequests(wecom, settings)
    case 'feishu':
      return byRequests(feishu, settings)
    case 'slack':
      return byRequests(slack, settings)
    case 'alertmanager':
      return byRequests(alertmanager, settings)
    case 'sms':
      return byRequests(sms, settings)
    case 'mail':
      return byMail(settings)
  }
}

const usualAtOnce = 500

/** For all requests or mails of a message. */
const timeoutMs = 20_000
const requestTimeoutMs = 10_000
const leftUntil = (until: number): number => Math.max(1, Math.floor(until - performance.now()))

const byRequests = <Settings extends AlertChannelSettings>(
  kind: ChannelKind<Settings>,
  settings: Settings,
): OpenChannel => ({
  perMinute: kind.perMinute,
  perSecond: kind.perSecond ?? kind.perMinute,
  noticesAtOnce: kind.noticesAtOnce?.(settings) ?? usualAtOnce,
  send: async (notices, { wall, messageOf }) => {
    const until = performance.now() + timeoutMs
    let last: OutgoingAnswer | null = null
    let fault: string | null = null
    const requests = kind.requests(settings, messageOf(notices))
    if (requests.length === 0) fault = toldCause('noticeNobody')
    try {
      for (const request of requests) {
        const leftMs = Math.min(requestTimeoutMs, leftUntil(until))
        last = await sendRequest(request, { wall, timeoutMs: leftMs })
        fault ??= kind.faultOf(last, settings)
      }
    } catch (cause) {
      fault = connectionFault(cause, requestTimeoutMs)
    }
    const { status, body: answer, retryAfterMs } = last ?? { status: null, body: '', retryAfterMs: null }
    return { status, answer, isAccepted: fault === null, fault: fault ?? '', retryAfterMs }
  },
})

const byMail = (settings: MailSettings): OpenChannel => ({
  perMinute: mailsPerMinute,
  perSecond: mailsPerMinute,
  noticesAtOnce: noticesPerMail(settings),
  send: async (notices, { wall, messageOf }) => {
    const until = performance.now() + timeoutMs
    const server = { ...settings, password: settings.password ?? '' }
    const rejected: string[] = []
    const groups = mailGroups(settings, notices)
    if (groups.length === 0) return mailAnswer(null, toldCause('noticeNobody'))
    let last: MailAnswer | null = null
    try {
      for (const group of groups) {
        const mail = mailOf(settings, group, messageOf(group.notices))
        last = await sendMail(server, mail, { wall, timeoutMs: leftUntil(until) })
        rejected.push(...last.rejected)
      }
    } catch (cause) {
      const fault = mailFault(cause, settings) ?? connectionFault(cause, timeoutMs)
      return mailAnswer(serverAnswer(cause) ?? last, fault)
    }
    if (rejected.length === 0) return mailAnswer(last, '')
    // It was sent to the others, who would get it again.
    const recipients = rejected.join(', ')
    return { ...mailAnswer(last, toldCause('noticeRecipients', { recipients })), isAccepted: true }
  },
})

const mailAnswer = (answer: Pick<MailAnswer, 'code' | 'text'> | null, fault: string): ChannelAnswer => ({
  status: answer?.code ?? null,
  answer: answer?.text ?? '',
  isAccepted: fault === '',
  fault,
  retryAfterMs: null,
})

/** What the server answered where that was the fault. */
function serverAnswer(cause: unknown): Pick<MailAnswer, 'code' | 'text'> | null {
  if (!(cause instanceof Error) || !('responseCode' in cause) || !('response' in cause)) return null
  return { code: Number(cause.responseCode), text: String(cause.response) }
}
