/** What a kind of channel is: how a message becomes requests, and which answers accept it. */
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../../../adapters/outgoing/outgoing-request.ts'
import type { ChannelNotice } from '../alert-notice.ts'

export interface ChannelMessage {
  /** In one message; more than one is a digest. */
  readonly notices: readonly ChannelNotice[]
  /** One line. */
  readonly title: string
  /** Plain text; names in it have no line breaks and no control characters. */
  readonly text: string
  /** Address of the page of the incident; '' for several, and where the server does not know its own. */
  readonly link: string
  /** Epoch ms. */
  readonly now: number
}

/** A kind of channel that is told by HTTP requests. */
export interface ChannelKind<Settings extends AlertChannelSettings = AlertChannelSettings> {
  /** Messages that the receiver takes in a minute. */
  readonly perMinute: number
  /** Messages that it takes in a second; undefined: as many as in a minute. */
  readonly perSecond?: number
  /** Notices that a message may tell of; undefined: 500. */
  readonly noticesAtOnce?: (settings: Settings) => number
  readonly requests: (settings: Settings, message: ChannelMessage) => OutgoingRequest[]
  /** Why the answer does not accept the message, as a told cause; null: it does. */
  readonly faultOf: (answer: OutgoingAnswer, settings: Settings) => string | null
}

const maxTold = 400

export const json = (
  url: string,
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(content),
})

/** Any status from 200 to 299 accepts. */
export const faultOfStatus = ({ status }: OutgoingAnswer): string | null =>
  status >= 200 && status < 300 ? null : toldCause('noticeStatus', { status })

/** Robots answer 200 also when they refuse: a code in the body decides. */
export function faultOfCode(
  answer: OutgoingAnswer,
  codeNames: readonly string[],
  textName: string,
): string | null {
  const fault = faultOfStatus(answer)
  if (fault !== null) return fault
  let body: unknown
  try {
    body = JSON.parse(answer.body)
  } catch {
    return toldCause('noticeAnswer')
  }
  if (typeof body !== 'object' || body === null) return toldCause('noticeAnswer')
  const fields = new Map<string, unknown>(Object.entries(body))
  const code = codeNames.map(name => fields.get(name)).find(each => each !== undefined)
  if (code === 0) return null
  if (code === undefined) return toldCause('noticeAnswer')
  const told = JSON.stringify(fields.get(textName) ?? '')
  return toldCause('noticeCode', { code: JSON.stringify(code) }, told.slice(0, maxTold))
}

/** At most `limit` bytes of UTF-8, never half a character. */
export function cutBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  const mark = '…'
  const kept = Buffer.from(text)
    .subarray(0, limit - Buffer.byteLength(mark))
    .toString('utf8')
  return `${kept.replace(/\uFFFD+$/, '')}${mark}`
}
