/** Opens a connection of a user. */
import { isIP } from 'node:net'
import type { Destination } from '../../connect/destination.ts'
import { emptyOutcome, type MessageOutcome, microseconds } from '../../messages/outcome.ts'
import type { ConnectionSession } from '../../messages/session.ts'
import type { OperationContext } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { OperationOf } from '../definition/operation.ts'
import { failedOutcome, phase, phaseCount, type WsCall, type WsContext } from './call.ts'
import { type Opened, WsConnection } from './connection.ts'

/** Opens it; `onOutcome` is called exactly once. */
export function connect(
  { url, headers }: WsCall,
  op: OperationOf<'connect'>,
  { context, operation }: { context: WsContext; operation: OperationContext },
  session: ConnectionSession<WsConnection>,
  signal: AbortSignal,
  onOutcome: (outcome: MessageOutcome) => void,
): void {
  const destination = destinationOf(url)
  if (destination === null) return onOutcome(failedOutcome(url, 'invalidUrl', failureText('badUrl', { url })))
  const connection = new WsConnection(
    {
      name: op.connection,
      url,
      destination,
      subprotocols: op.subprotocols
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== ''),
      headers,
      compression: op.compression,
      pingIntervalMs: op.pingIntervalMs,
      connectTimeoutMs: op.connectTimeoutMs || context.connectTimeoutMs,
      responseTimeoutMs: op.responseTimeoutMs || context.responseTimeoutMs,
      network: context.network,
      user: session.user,
      operation,
      limits: context.settings,
    },
    opened => {
      session.settle()
      onOutcome(outcomeOf(url, connection, opened))
    },
  )
  session.keep(op.connection, { connection, keptFor: op.keptFor })
  session.begin(signal, () => connection.abort())
}

function outcomeOf(
  url: string,
  connection: WsConnection,
  { status, headers, fault }: Opened,
): MessageOutcome {
  const { channel, handshakeAt, openedAt } = connection
  const phasesUs: (number | null)[] = [channel.dnsUs, channel.connectUs, channel.tlsUs, null, null]
  if (openedAt > 0) phasesUs[phase.handshake] = microseconds(handshakeAt, openedAt)
  return {
    ...emptyOutcome(url, phaseCount),
    status,
    errorCode: fault === null ? null : fault[0],
    errorMessage: fault === null ? '' : fault[1],
    headers,
    durationUs: microseconds(channel.startedAt, performance.now()),
    phasesUs,
    wireRequests: connection.wireRequests,
  }
}

function destinationOf(text: string): Destination | null {
  const url = URL.parse(text)
  if (url === null || url.hostname === '' || !/^wss?:$/.test(url.protocol)) return null
  const isTls = url.protocol === 'wss:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  return { host, port, isTls, isIp: isIP(host) !== 0 }
}
