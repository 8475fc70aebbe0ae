/** WebSocket as a protocol of the engine: operations over connections that each user keeps by name. */
import { readFileSync } from 'node:fs'
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import type { ComponentProtocol, OperationContext, Protocol } from '../protocol.ts'
import {
  bytesOf,
  compileMatch,
  failedOutcome,
  type WsCall,
  type WsContext,
  type WsOutcome,
} from './client/call.ts'
import { connect } from './client/connect.ts'
import { WsExchange } from './client/exchange.ts'
import { WsSession } from './client/session.ts'
import { failureText } from './definition/failures.ts'
import type { WebSocketOperation, WebSocketSettings } from './definition/operation.ts'
import { webSocket } from './definition.ts'

type WsComponent = ComponentProtocol<WebSocketOperation, WsSession, WsCall, WsOutcome>

export const webSocketClient: Protocol<WebSocketOperation, WebSocketSettings, WsSession, WsCall, WsOutcome> =
  {
    definition: webSocket,
    open: context => ({
      compile: (op, operation) => compileOperation(op, context, operation),
      openSession: user => new WsSession(user),
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
      if (!connection.isOpen) {
        const [code, message] = connection.loss
        return onOutcome(failedOutcome('', code, message))
      }
      new WsExchange({ call, connection, context, session, operation, onOutcome }, op).start(signal)
    },
    isAnswered: ({ errorCode }) => errorCode === null,
    failureOf: () => null,
    unsent: (code, message) => failedOutcome('', code, message),
    describe,
  }
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
  const match = op.kind === 'await' || op.kind === 'send' ? compileMatch(op.match, context) : () => () => true
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

function describe(call: WsCall, outcome: WsOutcome): ExchangeContent {
  const messages = outcome.messages.map(({ direction, at, isText, bytes }) => ({
    direction,
    at,
    isText,
    text: Buffer.from(bytes.subarray(0, 65_536)).toString(isText ? 'utf8' : 'hex'),
    sizeBytes: bytes.length,
  }))
  return {
    method: '',
    url: call.url,
    requestHeaders: call.op.kind === 'connect' ? call.headers.map(([name, value]) => [name, value]) : [],
    requestBody:
      call.op.kind !== 'send' ? '' : typeof call.data === 'string' ? call.data : call.data.toString('hex'),
    sections: messages.length === 0 ? [] : [{ kind: 'messages', key: 'frames', messages }],
  }
}
