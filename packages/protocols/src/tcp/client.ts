/** TCP as a protocol of the engine: operations over connections that each user keeps by name. */
import { errorText } from '@pone/schema/error-text.ts'
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import { bareHost } from '../messages/definition/host.ts'
import { describeMessages } from '../messages/describe.ts'
import { MessageExchange } from '../messages/exchange.ts'
import { compileMatch, matchesAll } from '../messages/match.ts'
import { compileData } from '../messages/message-data.ts'
import type { MessageOutcome } from '../messages/outcome.ts'
import { ConnectionSession } from '../messages/session.ts'
import { codecOf } from '../messages/text-codec.ts'
import type { ComponentProtocol, OperationContext, Protocol, Scope } from '../protocol.ts'
import { failedOutcome, phase, phaseCount, type TcpCall, type TcpContext } from './client/call.ts'
import { connect } from './client/connect.ts'
import type { TcpConnection } from './client/connection.ts'
import { failureText } from './definition/failures.ts'
import type { TcpOperation, TcpSettings } from './definition/operation.ts'
import { tcp } from './definition.ts'

type TcpSession = ConnectionSession<TcpConnection>
type TcpComponent = ComponentProtocol<TcpOperation, TcpSession, TcpCall, MessageOutcome>

export const tcpClient: Protocol<TcpOperation, TcpSettings, TcpSession, TcpCall, MessageOutcome> = {
  definition: tcp,
  open: context => ({
    compile: (op, operation) => compileOperation(op, context, operation),
    openSession: user => new ConnectionSession(user),
  }),
}

function compileOperation(
  op: TcpOperation,
  context: TcpContext,
  operation: OperationContext,
): ReturnType<TcpComponent['compile']> {
  return {
    build: compileBuild(op, context),
    send: (call, session, signal, onOutcome) => {
      if (op.kind === 'connect') return connect(call, op, { context, operation }, session, signal, onOutcome)
      const { connection: name } = op
      const connection = session.connection(name)
      if (connection === undefined) {
        return onOutcome(failedOutcome('', 'notConnected', failureText('notConnected', { connection: name })))
      }
      // What arrived before the end can still be read.
      if (!connection.isOpen && op.kind !== 'await') {
        return onOutcome(failedOutcome(connection.url, ...connection.loss))
      }
      const message = op.kind === 'send' ? framedBy(connection, call.data) : { data: noData }
      if ('fault' in message) {
        return onOutcome(failedOutcome(connection.url, 'invalidRequest', message.fault))
      }
      const exchange = new MessageExchange({
        connection,
        session,
        operation,
        responseTimeoutMs: context.responseTimeoutMs,
        url: connection.url,
        charset: charsetOf(op),
        phases: { count: phaseCount, message: phase.message },
        onOutcome,
      })
      if (exchange.begin(signal)) doOperation(op, { ...call, ...message }, { exchange, connection })
    },
    isAnswered: ({ errorCode }) => errorCode === null,
    failureOf: () => null,
    unsent: (code, message) => failedOutcome('', code, message),
    describe: (call, outcome) => describe(call, outcome),
  }
}

function doOperation(
  op: Exclude<TcpOperation, { kind: 'connect' }>,
  { data, matches }: TcpCall,
  { exchange, connection }: { readonly exchange: MessageExchange; readonly connection: TcpConnection },
): void {
  switch (op.kind) {
    case 'send': {
      const { reply, timeoutMs } = op
      const count = reply === 'none' ? 0 : reply === 'count' ? op.count : 1
      const wanted = reply === 'matching' ? matches : matchesAll
      return exchange.send({ data, count, matches: wanted, timeoutMs })
    }
    case 'await':
      return exchange.await({ ...op, matches })
    case 'close':
      return exchange.close({
        timeoutMs: op.timeoutMs,
        begin: () => connection.close(),
        status: () => 0,
      })
  }
}

const noData = Buffer.alloc(0)

/** The bytes that go out, or why the message does not fit into the framing. */
function framedBy(
  connection: TcpConnection,
  data: Buffer,
): { readonly data: Buffer } | { readonly fault: string } {
  try {
    return { data: connection.framed(data) }
  } catch (error) {
    return { fault: errorText(error) }
  }
}

function compileBuild(op: TcpOperation, context: TcpContext): (scope: Scope) => TcpCall {
  const host = context.template(op.kind === 'connect' ? op.host.trim() : '')
  const data = op.kind === 'send' ? compileData(op, context) : () => noData
  const isMatched = op.kind === 'await' || (op.kind === 'send' && op.reply === 'matching')
  const match = isMatched ? compileMatch(op.match, context, codecOf(op.charset)) : () => matchesAll
  return scope => ({
    op,
    host: bareHost(host.evaluate(scope)),
    data: data(scope),
    matches: match(scope),
  })
}

const charsetOf = (op: TcpOperation) => ('charset' in op ? op.charset : 'utf-8')

function describe({ op, data }: TcpCall, outcome: MessageOutcome): ExchangeContent {
  return describeMessages(outcome, { charset: charsetOf(op), sent: op.kind === 'send' ? data : null })
}
