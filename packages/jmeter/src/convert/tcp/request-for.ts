/** What JMeter's TCP Sampler sends for a step, or why it has no such request. */
import type { TcpOperation, TcpOperationOf } from '@pone/protocols/tcp/definition/operation.ts'
import { type AnswerEnd, answerEndOf, type TcpClientClass } from './client-classes.ts'
import { messageText } from './message-text.ts'

export type TcpConnect = TcpOperationOf<'connect'>
export type TcpExchange = Exclude<TcpOperation, { kind: 'connect' | 'close' }>

export interface SamplerRequest {
  readonly kind: TcpClientClass
  readonly text: string
  readonly connect: TcpConnect
  readonly end: AnswerEnd
}

export type NoRequest = 'tcpConnection' | 'tcpWaits' | 'tcpMessage' | 'tcpLengthFirst'

/** @param connect that opens its connection; undefined if none does */
export function requestFor(op: TcpExchange, connect: TcpConnect | undefined): SamplerRequest | NoRequest {
  const end = connect === undefined || connect.tls ? null : answerEndOf(connect.framing)
  if (connect === undefined || end === null) return 'tcpConnection'
  const { isByLength } = end
  // An empty text is not sent: JMeter then only waits.
  if (op.kind === 'await') return isByLength ? 'tcpLengthFirst' : { kind: 'text', text: '', connect, end }
  if (op.reply === 'none') return 'tcpWaits'
  const message = messageText(op, connect.framing, isByLength)
  if (message === null) return 'tcpMessage'
  return { kind: isByLength ? 'length' : message.kind, text: message.text, connect, end }
}
