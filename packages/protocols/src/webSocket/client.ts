/** WebSocket as a protocol of the engine: operations over connections that each user keeps by name. */
import { readFileSync } from 'node:fs'
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import { bytesOf } from '../messages/bytes-of.ts'
import { MessageExchange } from '../messages/exchange.ts'
import type { InboxMessage } from '../messages/inbox.ts'
import { compileMatch, matchesAll } from '../messages/match.ts'
import { emptyOutcome, type MessageOutcome, messageSection } from '../messages/outcome.ts'
import { ConnectionSession } from '../messages/session.ts'
import type { ComponentProtocol, OperationContext, Protocol } from '../protocol.ts'
import { failedOutcome, phase, phaseCount, type WsCall, type WsContext } from './client/call.ts'
import { connect } from './client/connect.ts'
import type { WsConnection } from './client/connection.ts'
import { failureText } from './definition/failures.ts'
import type { WebSocketOperation, WebSocketSettings } from './definition/operation.ts'
import { webSocket } from './definition.ts'

type WsSession = ConnectionSession<WsConnection>
type WsComponent = ComponentProtocol<WebSocketOperation, WsSession, WsCall, MessageOutcome>

export const webSocketClient: Protocol<
  WebSocketOperation,
  WebSocketSettings,
  WsSession,
  WsCall,
  MessageOutcome
> = {
  definition: webSocket,
  open: context => ({
    compile: (op, operation) => compileOperation(op, context, operation),
    openSession: user => new ConnectionSession(user),
  }),
}

function compileOperation(
  op: WebSocketOperation,
  context: WsContext,
  operation: OperationContext,
): ReturnType<WsComponent['compile']> {
  return {
    build: compileBuild(op, context),
    send: (call, session, signal, onOutcome) => {
      if (op.kind === 'connect') return connect(call, op, { context, operation }, session, signal, onOutcome)
      const connection = session.connection(op.connection)
      const name = op.connection
      if (connection === undefined) {
        return onOutcome(failedOutcome('', 'notConnected', failureText('notConnected', { connection: name })))
      }
      // What arrived before the end can still be read.
      if (!connection.isOpen && op.kind !== 'await') return onOutcome(failedOutcome('', ...connection.loss))
      const { responseTimeoutMs } = context
      const phases = { count: phaseCount, message: phase.message }
      const where = { connection, session, operation, responseTimeoutMs, phases, url: '', charset: null }
      const exchange = new MessageExchange({ ...where, onOutcome })
      if (exchange.begin(signal)) doOperation(op, call, { exchange, where, context })
    },
    isAnswered: ({ errorCode }) => errorCode === null,
    failureOf: () => null,
    unsent: (code, message) => failedOutcome('', code, message),
    describe,
  }
}

interface Doing {
  readonly exchange: MessageExchange
  readonly where: {
    readonly connection: WsConnection
    readonly session: WsSession
    readonly operation: OperationContext
  }
  readonly context: WsContext
}

function doOperation(
  op: Exclude<WebSocketOperation, { kind: 'connect' }>,
  { data, matches }: WsCall,
  { exchange, where: { connection, session, operation }, context }: Doing,
): void {
  switch (op.kind) {
    case 'send': {
      const wanted = op.reply === 'next' ? matchesAll : matches
      return exchange.send({ ...op, data, count: op.reply === 'none' ? 0 : 1, matches: wanted })
    }
    case 'await':
      return exchange.await({ ...op, matches })
    case 'listen':
      return exchange.listen({
        durationMs: op.durationMs,
        onMessage: message => pushDelay(message, op.sentAt.trim(), { session, operation, context }),
      })
    case 'close':
      return exchange.close({
        timeoutMs: op.timeoutMs,
        begin: () => connection.close(op.code, String(data)),
        status: () => connection.closeCode,
      })
  }
}

/** Counts how long a message was on its way, if it tells when it was sent. */
function pushDelay(
  { bytes, at }: InboxMessage,
  path: string,
  { session, operation, context }: Omit<Doing['where'], 'connection'> & Pick<Doing, 'context'>,
): void {
  if (path === '') return
  const sentAt = Number(context.jsonText(bytes.toString(), path) ?? Number.NaN)
  if (!Number.isFinite(sentAt)) return
  session.user.push(operation, {
    ...emptyOutcome('', phaseCount),
    receivedBytes: bytes.length,
    durationUs: Math.max(0, Math.round((at - sentAt) * 1_000)),
  })
}

function compileBuild(
  op: WebSocketOperation,
  context: WsContext,
): (scope: Parameters<WsCallBuilder>[0]) => WsCall {
  const url = context.template(op.kind === 'connect' ? op.url.trim() : '')
  const data = context.template(op.kind === 'send' ? op.data : op.kind === 'close' ? op.reason : '')
  const pairs = op.kind === 'connect' ? op.headers.filter(({ enabled, name }) => enabled && name !== '') : []
  const headers = pairs.map(({ name, value }) => [context.template(name), context.template(value)] as const)
  const file = op.kind === 'send' && op.content === 'file' ? readFileSync(context.file(op.fileId).path) : null
  const match = op.kind === 'await' || op.kind === 'send' ? compileMatch(op.match, context) : () => matchesAll
  const own = new Set(pairs.map(({ name }) => name.toLowerCase()))
  const added = context.extraHeaders.filter(([name]) => !own.has(name.toLowerCase()))
  return scope => {
    const text = data.evaluate(scope)
    const isEncoded = op.kind === 'send' && (op.content === 'hex' || op.content === 'base64')
    return {
      op,
      url: url.evaluate(scope),
      headers: [
        ...headers.map(([name, value]) => [name.evaluate(scope), value.evaluate(scope)] as const),
        ...added,
      ],
      data: file ?? (isEncoded ? bytesOf(text, op.content === 'hex' ? 'hex' : 'base64') : text),
      matches: match(scope),
    }
  }
}
type WsCallBuilder = ReturnType<WsComponent['compile']>['build']

function describe(call: WsCall, outcome: MessageOutcome): ExchangeContent {
  return {
    method: '',
    url: call.url,
    requestHeaders: call.op.kind === 'connect' ? call.headers.map(([name, value]) => [name, value]) : [],
    requestBody:
      call.op.kind !== 'send' ? '' : typeof call.data === 'string' ? call.data : call.data.toString('hex'),
    sections: messageSection(outcome.messages, (bytes, { isText }) => (isText ? bytes.toString() : null)),
  }
}
