/** Mail: a message in plain text and HTML. Mails of one incident are one thread, and the key of a notice gives its Message-ID. */
import { createHash } from 'node:crypto'
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { OutgoingMail } from '../../../adapters/outgoing/outgoing-mail.ts'
import { type ChannelNotice, contactsOf, isOfRun } from '../alert-notice.ts'
import type { ChannelMessage } from './channel.ts'
import { plainName } from './notice-text.ts'

export type MailSettings = Extract<AlertChannelSettings, { kind: 'mail' }>

/** Who is sent which notices; each list of contacts gets those of its monitors only. */
export interface MailGroup {
  readonly to: readonly string[]
  readonly notices: readonly ChannelNotice[]
}

export const mailsPerMinute = 30
/** Lists of contacts that one message is sent to, besides the recipients of the channel. */
const maxContactLists = 20
const noticesOfRecipients = 500

export const noticesPerMail = ({ tellsMonitorContacts }: MailSettings): number =>
  tellsMonitorContacts ? maxContactLists : noticesOfRecipients

export function mailGroups(
  { recipients, tellsMonitorContacts }: MailSettings,
  notices: readonly ChannelNotice[],
): MailGroup[] {
  const known = new Set(recipients.map(each => each.toLowerCase()))
  const groups = new Map<string, { to: string[]; notices: ChannelNotice[] }>()
  for (const notice of tellsMonitorContacts ? notices : []) {
    const to = [...new Set(contactsOf(notice).emails)].filter(each => !known.has(each.toLowerCase()))
    const group = groups.get(to.join()) ?? { to, notices: [] }
    group.notices.push(notice)
    groups.set(to.join(), group)
  }
  const all = recipients.length === 0 ? [] : [{ to: [...new Set(recipients)], notices }]
  return [...all, ...groups.values()].filter(({ to }) => to.length > 0)
}

const maxSubject = 240

export function mailOf(
  { from }: MailSettings,
  { to, notices }: MailGroup,
  message: Pick<ChannelMessage, 'title' | 'text' | 'link'>,
): OutgoingMail {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const [only] = notices
  const isSingle = only !== undefined && notices.length === 1
  const keys = notices.map(({ key }) => key).join('\n')
  const code = createHash('sha256').update(`${to.join()}\n${keys}`).digest('hex').slice(0, 40)
  return {
    from,
    to,
    subject: plainName(message.title).slice(0, maxSubject),
    text: message.text,
    html: mailHtml(message),
    messageId: `<${code}@${domain}>`,
    thread: isSingle ? `<${threadOf(only)}@${domain}>` : null,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(isSingle ? { 'X-Pone-Key': only.key } : {}),
    },
  }
}

const threadOf = (notice: ChannelNotice): string =>
  isOfRun(notice) ? `run-${notice.runId}` : `incident-${notice.incidentId}`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, each => entities[each] ?? '')

/** Lines `name: value` are rows of a table; names of users and targets are text and nothing else. */
export function mailHtml({ title, text, link }: Pick<ChannelMessage, 'title' | 'text' | 'link'>): string {
  const lines = text.split('\n')
  const body = (lines[0] === title ? lines.slice(1) : lines).filter(line => line !== link)
  const shown = body.map(line => escapeHtml(line)).join('<br>\n')
  const button = link === '' ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>\n`
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"></head>',
    '<body style="font-family: sans-serif; font-size: 14px; line-height: 1.6">',
    `<h1 style="font-size: 16px">${escapeHtml(title)}</h1>`,
    `<p>${shown}</p>`,
    `${button}</body></html>`,
  ].join('\n')
}

/** Why the mail server did not take the mail, from the properties of the error of nodemailer; undefined: it was something else. */
export function mailFault(cause: unknown, { from }: MailSettings): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? cause.code : undefined
  const command = 'command' in cause ? cause.command : undefined
  const raw = cause.message.slice(0, maxTold)
  if (code === 'EAUTH' || code === 'ENOAUTH') return toldCause('noticeSignIn', {}, raw)
  if (code === 'ETLS') return toldCause('noticeTls', {}, raw)
  if (code === 'EENVELOPE') {
    const rejected = 'rejected' in cause && Array.isArray(cause.rejected) ? cause.rejected : []
    if (command === 'MAIL FROM') return toldCause('noticeSender', { from }, raw)
    return toldCause('noticeMail', {}, [raw, ...rejected.map(String)].join('\n').slice(0, maxTold))
  }
  if (code === 'EMESSAGE' || code === 'EPROTOCOL') return toldCause('noticeMail', {}, raw)
  return undefined
}

const maxTold = 400
