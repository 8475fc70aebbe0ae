/** UDP as a protocol of the engine: datagrams over sockets that each user keeps by name. */
import { compileByteOperation } from '../messages/byte-operation.ts'
import { MessageExchange } from '../messages/exchange.ts'
import type { MessageOutcome } from '../messages/outcome.ts'
import { ConnectionSession } from '../messages/session.ts'
import type { ComponentProtocol, OperationContext, Protocol } from '../protocol.ts'
import { failedOutcome, phase, phaseCount, type UdpCall, type UdpContext } from './client/call.ts'
import { send } from './client/send.ts'
import type { UdpSocket } from './client/socket.ts'
import { failureText } from './definition/failures.ts'
import type { UdpOperation, UdpSettings } from './definition/operation.ts'
import { udp } from './definition.ts'

type UdpSession = ConnectionSession<UdpSocket>
type UdpComponent = ComponentProtocol<UdpOperation, UdpSession, UdpCall, MessageOutcome>

export const udpClient: Protocol<UdpOperation, UdpSettings, UdpSession, UdpCall, MessageOutcome> = {
  definition: udp,
  open: context => ({
    compile: (op, operation) => compileOperation(op, context, operation),
    openSession: user => new ConnectionSession(user),
  }),
}

function compileOperation(
  op: UdpOperation,
  context: UdpContext,
  operation: OperationContext,
): ReturnType<UdpComponent['compile']> {
  return compileByteOperation<UdpOperation, UdpSession>(op, {
    host: op.kind === 'send' ? op.host : '',
    context,
    failedOutcome,
    send: (call, session, signal, onOutcome) => {
      if (op.kind === 'send') return send({ op, call, context, operation, session, signal, onOutcome })
      const { connection: name } = op
      const socket = session.connection(name)
      if (socket === undefined) {
        return onOutcome(failedOutcome('', 'notConnected', failureText('udpNoSocket', { connection: name })))
      }
      const exchange = new MessageExchange({
        connection: socket,
        session,
        operation,
        responseTimeoutMs: context.responseTimeoutMs,
        url: '',
        charset: op.charset,
        phases: { count: phaseCount, message: phase.message },
        onOutcome,
      })
      if (exchange.begin(signal)) exchange.await({ ...op, matches: call.matches })
    },
  })
}
