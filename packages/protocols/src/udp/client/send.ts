/** Sends a datagram: name → address → the user's socket → the datagram, and its answer if one is waited for. */
import type { Fault } from '../../connect/fault.ts'
import { proxyFor } from '../../connect/proxy.ts'
import { type ResolvedAddress, resolveAddress } from '../../connect/resolve-address.ts'
import { peerAddress } from '../../messages/definition/host.ts'
import { MessageExchange } from '../../messages/exchange.ts'
import { matchesAll } from '../../messages/match.ts'
import type { MessageOutcome } from '../../messages/outcome.ts'
import type { ConnectionSession } from '../../messages/session.ts'
import { networkFailureText } from '../../network-failures.ts'
import type { OperationContext } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { UdpOperationOf } from '../definition/operation.ts'
import { failedOutcome, phase, phaseCount, type UdpCall, type UdpContext } from './call.ts'
import { UdpSocket } from './socket.ts'

interface Sending {
  readonly op: UdpOperationOf<'send'>
  readonly call: UdpCall
  readonly context: UdpContext
  readonly operation: OperationContext
  readonly session: ConnectionSession<UdpSocket>
  readonly signal: AbortSignal
  readonly onOutcome: (outcome: MessageOutcome) => void
}

/** `onOutcome` is called exactly once. */
export function send(sending: Sending): void {
  const { call, op, context, session, signal, onOutcome } = sending
  const { host } = call
  const { network } = context
  const url = `udp://${peerAddress(host, op.port)}`
  let isOver = false
  const fail = ([code, message]: Fault): void => {
    if (isOver) return
    isOver = true
    session.settle()
    onOutcome(failedOutcome(url, code, message))
  }
  if (host === '' || /[\s/@]/.test(host)) return fail(['invalidUrl', failureText('udpBadHost', { host })])
  if (proxyFor(network.proxy, host) !== null) return fail(['proxy.udp', failureText('udpNoProxy', { host })])
  session.begin(signal, () => fail(['aborted', failureText('aborted')]))
  if (isOver) return
  const { user } = session
  const timeoutMs = context.connectTimeoutMs
  resolveAddress(host, { wire: user.wire, network, user: user.network, timeoutMs }, found => {
    if (isOver) return
    if ('fault' in found) return fail(found.fault)
    withSocket(sending, found, (socket, fault) => {
      if (isOver) return
      if (fault !== null) return fail(fault)
      isOver = true
      sendBy(sending, { socket, found, url })
    })
  })
}

/** The socket of that name, opened if there is none that fits. */
function withSocket(
  { op, context, operation, session }: Sending,
  { address, family }: ResolvedAddress,
  done: (socket: UdpSocket, fault: Fault | null) => void,
): void {
  const { connection: name, localPort, keptFor } = op
  const known = session.connection(name)
  if (known?.fits({ family, localPort }) === true) return done(known, null)
  const { user } = session
  const localAddress = user.network.sourceAddress(context.network, address)
  // Its port must be free before another socket can have it.
  known?.destroy()
  const limits = context.settings
  const options = { name, family, localPort, user, operation, limits }
  const socket: UdpSocket = new UdpSocket({ ...options, localAddress: localAddress ?? undefined }, fault => {
    const none: Fault = ['EADDRNOTAVAIL', networkFailureText('noSourceOfFamily', { host: address })]
    done(socket, localAddress === null ? none : fault)
  })
  session.keep(name, { connection: socket, keptFor })
}

function sendBy(
  { op, call, context, operation, session, signal, onOutcome }: Sending,
  {
    socket,
    found,
    url,
  }: { readonly socket: UdpSocket; readonly found: ResolvedAddress; readonly url: string },
): void {
  socket.peer = { address: found.address, port: op.port }
  const exchange = new MessageExchange({
    connection: socket,
    session,
    operation,
    responseTimeoutMs: context.responseTimeoutMs,
    url,
    charset: op.charset,
    phases: { count: phaseCount, message: phase.message },
    onOutcome: outcome =>
      onOutcome({ ...outcome, phasesUs: [found.dnsUs, outcome.phasesUs[phase.message] ?? null] }),
  })
  if (!exchange.begin(signal)) return
  exchange.send({
    data: call.data,
    count: op.reply === 'none' ? 0 : 1,
    matches: op.reply === 'matching' ? call.matches : matchesAll,
    timeoutMs: op.timeoutMs,
  })
}
