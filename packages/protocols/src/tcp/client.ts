/** TCP as a protocol of the engine: operations over connections that each user keeps by name. */
import { errorText } from '@pone/schema/error-text.ts'
import { charsetOf, compileByteOperation } from '../messages/byte-operation.ts'
import { MessageExchange } from '../messages/exchange.ts'
import { matchesAll } from '../messages/match.ts'
import type { MessageOutcome } from '../messages/outcome.ts'
import { ConnectionSession } from '../messages/session.ts'
import type { ComponentProtocol, OperationContext, Protocol } from '../protocol.ts'
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
  return compileByteOperation<TcpOperation, TcpSession>(op, {
    host: op.kind === 'connect' ? op.host : '',
    context,
    failedOutcome,
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
      const message = op.kind === 'send' ? framedBy(connection, call.data) : { data: call.data }
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
  })
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
