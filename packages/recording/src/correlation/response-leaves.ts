/** The single texts of a response: headers, cookies, and what its body holds. */
import type { ParsedJson } from '@pone/plan/answers/recorded-answer.ts'
import type { Moment } from '../model/moment.ts'
import type { Moments } from '../model/moments.ts'
import type { RecordedExchange, RecordedResponse } from '../model/recording.ts'
import { isAwaited } from '../steps/web-socket.ts'
import { htmlLeaves } from './html-leaves.ts'
import { jsonLeaves, parsedJson } from './json-leaves.ts'
import { type Leaf, plainExtractor } from './leaf.ts'
import { textLeaf } from './text-leaf.ts'

/** Headers whose values no later request sends. Of a redirect the client shows the last answer only. */
const ofTransfer =
  /^(date|server|location|content-(type|length|encoding|language|security-policy|disposition|range)|transfer-encoding|connection|keep-alive|cache-control|expires|last-modified|vary|via|age|allow|pragma|set-cookie2?|strict-transport-security|x-(powered-by|frame-options|content-type-options|xss-protection)|access-control-.*|alt-svc|nel|report-to|server-timing|accept-ranges|referrer-policy|permissions-policy)$/i

interface Answer {
  readonly moment: Moment
  readonly leaves: () => Leaf[]
}

/** Told of each body that is JSON when its leaves are asked for, so that nobody has to parse it again. */
export type OnJson = (response: RecordedResponse, json: ParsedJson) => void

const toNobody: OnJson = () => undefined

/** Responses, and the messages that steps wait for, in their order. */
export function answersOf(
  exchanges: readonly RecordedExchange[],
  moments: Moments,
  onJson: OnJson = toNobody,
): Answer[] {
  const answers = exchanges.flatMap((exchange): Answer[] => [
    { moment: { exchange: exchange.index }, leaves: () => leavesOf(exchange, onJson) },
    ...messagesOf(exchange).map(({ message, data }) => ({
      moment: { exchange: exchange.index, message },
      leaves: () => messageLeaves(data),
    })),
  ])
  return answers.toSorted((one, other) => moments.of(one.moment) - moments.of(other.moment))
}

/** All that the server gave in an exchange. */
export const allLeavesOf = (exchange: RecordedExchange): Leaf[] => [
  ...leavesOf(exchange, toNobody),
  ...messagesOf(exchange).flatMap(({ data }) => messageLeaves(data)),
]

function messagesOf({ socket }: RecordedExchange) {
  const messages = socket?.messages ?? []
  return messages.flatMap(({ content, data }, message) =>
    content === 'text' && data !== '' && isAwaited(messages, message) ? { message, data } : [],
  )
}

/** Steps of WebSocket have extractors of JSON and of plain texts. */
function messageLeaves(data: string): Leaf[] {
  const json = /^\s*[[{]/.test(data) ? parsedJson(data) : null
  return json === null ? [textLeaf(data, data, 0)] : jsonLeaves(json)
}

function leavesOf({ response }: RecordedExchange, onJson: OnJson): Leaf[] {
  if (response === null) return []
  return [...headerLeaves(response), ...cookieLeaves(response), ...bodyLeaves(response, onJson)]
}

const headerLeaves = ({ headers }: RecordedResponse): Leaf[] =>
  headers
    .filter(({ name, value }) => value !== '' && !ofTransfer.test(name))
    .map(({ name, value }) => ({
      text: value,
      name,
      rank: 1,
      extractor: () => plainExtractor('header', name),
    }))

const cookieLeaves = ({ setCookies }: RecordedResponse): Leaf[] =>
  setCookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({
      text: value,
      name,
      rank: 2,
      extractor: () => plainExtractor('cookie', name),
    }))

function bodyLeaves(response: RecordedResponse, onJson: OnJson): Leaf[] {
  const { body, contentType } = response
  if (body === null) return []
  if (/json/.test(contentType) || /^\s*[[{]/.test(body)) {
    const json = parsedJson(body)
    if (json !== null) {
      onJson(response, json)
      return jsonLeaves(json)
    }
  }
  if (/html/.test(contentType) || /^\s*<(!doctype html|html)/i.test(body)) return htmlLeaves(body)
  return [textLeaf(body, body, 0)]
}
