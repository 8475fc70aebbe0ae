/** One HTTP request to a receiver outside: bounded in time and size, without redirects, behind the wall of addresses. */
import { type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressWall } from './address-wall.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface OutgoingAnswer {
  readonly status: number
  /** The first `maxAnswerBytes`. */
  readonly body: string
  /** Of the header Retry-After in seconds; null without. */
  readonly retryAfterMs: number | null
}

const maxAnswerBytes = 4_096

/** @throws AddressNotAllowed, or the error of the connection; a DOMException `TimeoutError` after `timeoutMs` */
export async function sendRequest(
  { url, method, headers, body }: OutgoingRequest,
  { wall, timeoutMs }: { readonly wall: AddressWall; readonly timeoutMs: number },
): Promise<OutgoingAnswer> {
  const target = new URL(url)
  wall.check(target.hostname)
  const send = target.protocol === 'https:' ? requestTls : request
  const signal = AbortSignal.timeout(timeoutMs)
  return await new Promise((resolve, reject) => {
    const fail = (cause: Error): void => reject(signal.aborted ? signal.reason : cause)
    const sent = send(
      target,
      {
        method,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'pone' },
        lookup: wall.lookup,
        signal,
        agent: false,
      },
      answer => {
        readStart(answer).then(text => resolve(answerOf(answer, text)), fail)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

async function readStart(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length >= maxAnswerBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8')
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: string): OutgoingAnswer {
  const seconds = Number(headers['retry-after'])
  const isKnown = headers['retry-after'] !== undefined && Number.isFinite(seconds) && seconds >= 0
  return { status: statusCode, body, retryAfterMs: isKnown ? seconds * 1_000 : null }
}
