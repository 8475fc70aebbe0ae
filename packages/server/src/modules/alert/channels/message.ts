/** What a channel is told of notices: its template filled in, or the usual text, with a link to the incident. */
import { fillTemplate } from '@pone/alerts/placeholders.ts'
import type { AlertChannelTemplate } from '@pone/contract/entities/alert-channel.ts'
import { type ChannelNotice, type HeldBackNotices, isOfRun } from '../alert-notice.ts'
import type { ChannelMessage } from './channel.ts'
import { digestText, plainName, singleText, valuesOf } from './notice-text.ts'
import { runText, runValuesOf } from './run-text.ts'

export interface ToldBy {
  readonly language: 'zh' | 'en'
  /** Of notices of alerts; null: the usual text. */
  readonly template: AlertChannelTemplate | null
  /** Of notices of load tests; null: the usual text. */
  readonly runTemplate: AlertChannelTemplate | null
  /** Under which people open the server; null: not known. */
  readonly publicUrl: string | null
  /** Epoch ms. */
  readonly now: number
  /** Told in messages of several notices; null: not counted. */
  readonly heldBack?: HeldBackNotices | null
}

export function messageOf(notices: readonly ChannelNotice[], told: ToldBy): ChannelMessage {
  const { language, publicUrl, now } = told
  const [only] = notices
  if (only !== undefined && notices.length === 1) {
    const link = linkOf(only, publicUrl)
    return { notices, now, link, ...singleMessage(only, told, link) }
  }
  const titles = notices.map(notice => singleMessage(notice, told, linkOf(notice, publicUrl)).title)
  return { notices, now, link: '', ...digestText(titles, language, told.heldBack ?? null) }
}

function singleMessage(
  notice: ChannelNotice,
  { language, template: ofAlerts, runTemplate }: ToldBy,
  link: string,
): { title: string; text: string } {
  const isRun = isOfRun(notice)
  const usual = isRun ? runText(notice, language) : singleText(notice, language)
  const values = isRun ? runValuesOf(notice, language, link) : valuesOf(notice, language, link)
  const template = isRun ? runTemplate : ofAlerts
  const given = template ?? { title: '', text: '' }
  return {
    title: given.title === '' ? usual.title : plainName(fillTemplate(given.title, values)),
    text: given.text === '' ? withLink(usual.text, link) : fillTemplate(given.text, values),
  }
}

const withLink = (text: string, link: string): string => (link === '' ? text : `${text}\n${link}`)

const projects = '/pone/atf/projects'

function linkOf(notice: ChannelNotice, publicUrl: string | null): string {
  if (publicUrl === null) return ''
  const page = isOfRun(notice)
    ? `analysisReports?id=${notice.runId}`
    : `taskCenter/monitorWarning?open=${notice.incidentId}`
  return `${publicUrl.replace(/\/+$/, '')}${projects}/${page}&projectId=${notice.projectId}`
}
