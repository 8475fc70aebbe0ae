/** Opens a connection of a user. */
import { isIP } from 'node:net'
import { peerAddress } from '../../messages/definition/host.ts'
import { emptyOutcome, type MessageOutcome, microseconds } from '../../messages/outcome.ts'
import type { ConnectionSession } from '../../messages/session.ts'
import type { OperationContext } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { TcpOperationOf } from '../definition/operation.ts'
import { failedOutcome, phaseCount, type TcpCall, type TcpContext } from './call.ts'
import { TcpConnection } from './connection.ts'

/** Opens it; `onOutcome` is called exactly once. */
export function connect(
  { host }: TcpCall,
  op: TcpOperationOf<'connect'>,
  { context, operation }: { readonly context: TcpContext; readonly operation: OperationContext },
  session: ConnectionSession<TcpConnection>,
  signal: AbortSignal,
  onOutcome: (outcome: MessageOutcome) => void,
): void {
  const url = `tcp://${peerAddress(host, op.port)}`
  if (host === '' || /[\s/@]/.test(host)) {
    return onOutcome(failedOutcome(url, 'invalidUrl', failureText('tcpBadHost', { host })))
  }
  const startedAt = performance.now()
  const connection = new TcpConnection(
    {
      name: op.connection,
      url,
      destination: { host, port: op.port, isTls: op.tls, isIp: isIP(host) !== 0 },
      framing: op.framing,
      connectTimeoutMs: op.timeoutMs || context.connectTimeoutMs,
      network: context.network,
      user: session.user,
      operation,
      limits: context.settings,
    },
    fault => {
      session.settle()
      const { channel } = connection
      onOutcome({
        ...emptyOutcome(url, phaseCount),
        errorCode: fault === null ? null : fault[0],
        errorMessage: fault === null ? '' : fault[1],
        durationUs: microseconds(channel?.startedAt ?? startedAt, performance.now()),
        phasesUs: [channel?.dnsUs ?? null, channel?.connectUs ?? null, channel?.tlsUs ?? null, null],
        wireRequests: 1,
      })
    },
  )
  session.keep(op.connection, { connection, keptFor: op.keptFor })
  session.begin(signal, () => connection.abort())
}
