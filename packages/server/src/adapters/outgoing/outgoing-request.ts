/** One HTTP request to a receiver outside: bounded in time and size, without redirects, behind the wall of addresses. */
import { type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressWall } from '@pone/recording-proxy/target/address-wall.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface OutgoingAnswer {
  readonly status: number
  /** As far as it was read. */
  readonly body: string
  /** Whether it has no more bytes than were read. */
  readonly isWhole: boolean
  /** Of the header Retry-After in seconds; null without. */
  readonly retryAfterMs: number | null
}

export interface OutgoingBounds {
  readonly wall: AddressWall
  readonly timeoutMs: number
  /** Of the answer that are read; 4,096 if omitted. */
  readonly maxBytes?: number
  /** PEM of the authority that the certificate is checked with; '' or omitted: the public ones. */
  readonly authority?: string
}

/** @throws AddressNotAllowed, or the error of the connection; a DOMException `TimeoutError` after `timeoutMs` */
export async function sendRequest(
  { url, method, headers, body }: OutgoingRequest,
  { wall, timeoutMs, maxBytes = 4_096, authority = '' }: OutgoingBounds,
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
        ...(authority !== '' && { ca: authority }),
      },
      answer => {
        readStart(answer, maxBytes).then(start => resolve({ ...factsOf(answer), ...start }), fail)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

async function readStart(
  answer: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutgoingAnswer, 'body' | 'isWhole'>> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) break
  }
  const body = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
  return { body, isWhole: length <= maxBytes }
}

function factsOf({
  statusCode = 0,
  headers,
}: IncomingMessage): Pick<OutgoingAnswer, 'status' | 'retryAfterMs'> {
  const seconds = Number(headers['retry-after'])
  const isKnown = headers['retry-after'] !== undefined && Number.isFinite(seconds) && seconds >= 0
  return { status: statusCode, retryAfterMs: isKnown ? seconds * 1_000 : null }
}
