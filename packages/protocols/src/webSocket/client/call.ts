/** Operations of a step, evaluated for one user, and their outcomes. */

import type { ComponentContext, Outcome, Scope } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { MessageMatch, WebSocketOperation, WebSocketSettings } from '../definition/operation.ts'
import type { InboxMessage } from './inbox.ts'

/** One operation, everything evaluated. */
export interface WsCall {
  readonly op: WebSocketOperation
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Of send; an Error when it cannot be made into bytes. */
  readonly data: string | Buffer
  readonly matches: (message: InboxMessage) => boolean
}

/** An outcome, with the messages that the debug view shows. */
export interface WsOutcome extends Outcome {
  readonly messages: readonly WsFrame[]
}

/** A message that was sent or received within the operation. */
export interface WsFrame {
  readonly direction: 'sent' | 'received'
  readonly at: number
  readonly isText: boolean
  readonly bytes: Uint8Array
}

export type WsContext = ComponentContext<WebSocketSettings>

/** Phases by the index in which the definition declares them. */
export const phase = { dns: 0, connect: 1, tls: 2, handshake: 3, message: 4 } as const
/** Metrics by the same. */
export const metric = { sent: 0, received: 1, roundTrip: 2, dropped: 3 } as const

/** An outcome of which nothing was begun, to begin with. */
export const emptyOutcome = (url = ''): WsOutcome => ({
  status: 0,
  errorCode: null,
  errorMessage: '',
  headers: [],
  body: new Uint8Array(0),
  charset: null,
  sentBytes: 0,
  receivedBytes: 0,
  durationUs: 0,
  phasesUs: [null, null, null, null, null],
  url,
  wireRequests: 0,
  messages: [],
})

/** The same, failed. */
export const failedOutcome = (url: string, errorCode: string, errorMessage: string): WsOutcome => ({
  ...emptyOutcome(url),
  errorCode,
  errorMessage,
})

/** Whole µs between two instants of performance.now(). */
export const microseconds = (fromAt: number, toAt: number): number =>
  Math.max(0, Math.round((toAt - fromAt) * 1_000))

/** Compiles which messages are meant; evaluated for a user before they are compared. */
export function compileMatch(
  { source, expression, expected }: MessageMatch,
  context: WsContext,
): (scope: Scope) => (message: InboxMessage) => boolean {
  if (source === 'any') return () => () => true
  const wanted = context.template(expression)
  const value = context.template(expected)
  return scope => {
    const text = wanted.evaluate(scope)
    const expectedText = value.evaluate(scope)
    if (source === 'contains') return message => message.bytes.includes(text)
    if (source === 'regex') {
      const pattern = new RegExp(text, 'u')
      return message => pattern.test(message.bytes.toString())
    }
    return message => {
      const found = context.jsonText(message.bytes.toString(), text)
      return found !== undefined && (expectedText === '' || found === expectedText)
    }
  }
}

/** The bytes of a message. @throws Error when the text is no such encoding */
export function bytesOf(text: string, encoding: 'hex' | 'base64'): Buffer {
  const compact = text.replaceAll(/\s/g, '')
  const isValid =
    encoding === 'hex'
      ? /^([0-9a-f]{2})*$/i.test(compact)
      : /^[A-Za-z0-9+/]*={0,2}$/.test(compact) && compact.length % 4 === 0
  if (!isValid) throw new Error(failureText('badBytes', { encoding }))
  return Buffer.from(compact, encoding)
}
