/** What a channel is told of notices: its template filled in, or the usual text, with a link to the incident. */
import { fillTemplate } from '@pone/alerts/placeholders.ts'
import type { AlertChannelTemplate } from '@pone/contract/entities/alert-channel.ts'
import type { AlertNotice } from '../alert-notice.ts'
import type { ChannelMessage } from './channel.ts'
import { digestText, plainName, singleText, valuesOf } from './notice-text.ts'

export interface ToldBy {
  readonly language: 'zh' | 'en'
  /** null: the usual text. */
  readonly template: AlertChannelTemplate | null
  /** Under which people open the server; null: not known. */
  readonly publicUrl: string | null
  /** Epoch ms. */
  readonly now: number
}

export function messageOf(notices: readonly AlertNotice[], told: ToldBy): ChannelMessage {
  const { language, publicUrl, now } = told
  const [only] = notices
  if (only !== undefined && notices.length === 1) {
    const link = linkOf(only, publicUrl)
    return { notices, now, link, ...singleMessage(only, told, link) }
  }
  const titles = notices.map(notice => singleMessage(notice, told, linkOf(notice, publicUrl)).title)
  return { notices, now, link: '', ...digestText(titles, language) }
}

function singleMessage(
  notice: AlertNotice,
  { language, template }: ToldBy,
  link: string,
): { title: string; text: string } {
  const usual = singleText(notice, language)
  const values = valuesOf(notice, language, link)
  const given = template ?? { title: '', text: '' }
  return {
    title: given.title === '' ? usual.title : plainName(fillTemplate(given.title, values)),
    text: given.text === '' ? withLink(usual.text, link) : fillTemplate(given.text, values),
  }
}

const withLink = (text: string, link: string): string => (link === '' ? text : `${text}\n${link}`)

const linkOf = ({ projectId, incidentId }: AlertNotice, publicUrl: string | null): string =>
  publicUrl === null
    ? ''
    : `${publicUrl.replace(/\/+$/, '')}/pone/atf/taskCenter/monitorWarning?projectId=${projectId}&incident=${incidentId}`
