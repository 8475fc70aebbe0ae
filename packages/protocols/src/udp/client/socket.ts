/** One UDP socket of a user: sends datagrams to where its steps say, an inbox of what came back from there. */
import { createSocket, type Socket } from 'node:dgram'
import { type Fault, socketFault } from '../../connect/fault.ts'
import type { MessageConnection, MessageListener } from '../../messages/connection.ts'
import { metric } from '../../messages/definition/metrics.ts'
import { Inbox } from '../../messages/inbox.ts'
import type { OperationContext, SessionUser } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { UdpSettings } from '../definition/operation.ts'

export interface SocketOptions {
  readonly name: string
  readonly family: 4 | 6
  /** 0 = any that is free. */
  readonly localPort: number
  /** undefined = as the system chooses. */
  readonly localAddress: string | undefined
  readonly user: SessionUser
  readonly operation: OperationContext
  readonly limits: UdpSettings
}

export interface Peer {
  readonly address: string
  readonly port: number
}

/** Addresses that a socket remembers to have sent to. */
const maxPeers = 1_000
const multicast = /^(22[4-9]|23\d)\.|^ff/i

export class UdpSocket implements MessageConnection {
  readonly inbox: Inbox
  operation: OperationContext
  /** Where the next datagram goes. */
  peer: Peer = { address: '', port: 0 }
  readonly #options: SocketOptions
  readonly #socket: Socket
  /** What comes from elsewhere answers nothing. */
  readonly #peers = new Set<string>()
  #hearsAll = false
  #listener: MessageListener | null = null
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #loss: Fault

  /** `onReady` is called exactly once, with null when it can send. */
  constructor(options: SocketOptions, onReady: (fault: Fault | null) => void) {
    this.#options = options
    this.operation = options.operation
    const { name: connection, family, localPort, localAddress, user, limits } = options
    this.inbox = new Inbox(limits)
    this.#loss = ['notConnected', failureText('udpNoSocket', { connection })]
    this.#socket = createSocket(family === 6 ? { type: 'udp6', ipv6Only: true } : { type: 'udp4' })
    user.wire.register(this)
    const ready = (fault: Fault | null): void => {
      if (this.#state !== 'opening') return
      if (fault === null) this.#state = 'open'
      else this.#end(fault)
      onReady(fault)
    }
    this.#abortOpening = () => ready(['aborted', failureText('aborted')])
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      const [code, detail] = socketFault(error, false)
      if (this.#state === 'opening' && localPort > 0) {
        const taken = failureText('udpPortTaken', { port: localPort, detail: error.message })
        return ready([error.code ?? code, taken])
      }
      if (this.#state === 'opening') return ready([code, detail])
      this.#end(['connectionLost', failureText('udpSocketLost', { connection, detail })])
    })
    this.#socket.on('message', (bytes, { address }) => this.#take(bytes, address))
    const where = localAddress === undefined ? {} : { address: localAddress }
    this.#socket.bind({ port: localPort, exclusive: true, ...where }, () => ready(null))
  }

  readonly #abortOpening: () => void

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get loss(): Fault {
    return this.#loss
  }

  /** Whether a step that asks for this can use it. */
  fits({ family, localPort }: Pick<SocketOptions, 'family' | 'localPort'>): boolean {
    const own = this.#options
    return this.isOpen && own.family === family && (localPort === 0 || own.localPort === localPort)
  }

  listen(listener: MessageListener | null): void {
    this.#listener = listener
  }

  send(data: string | Buffer, onSent: (fault: Fault | null) => void): void {
    if (!this.isOpen) return onSent(this.#loss)
    const { operation } = this
    const { address, port } = this.peer
    if (multicast.test(address)) this.#hearsAll = true
    if (this.#peers.size < maxPeers) this.#peers.add(address)
    this.#socket.send(data, port, address, error => {
      if (error === null) {
        this.#options.user.measure(operation, metric.sent, 1)
        return onSent(null)
      }
      const [code, detail] = socketFault(error, false)
      const isTooLarge = code === 'EMSGSIZE'
      const bytes = Buffer.byteLength(data)
      onSent([code, isTooLarge ? failureText('udpTooLarge', { bytes }) : detail])
    })
  }

  destroy(): void {
    this.#listener = null
    this.abort()
  }

  abort(): void {
    if (this.#state === 'opening') return this.#abortOpening()
    this.#end(this.#loss)
  }

  #take(bytes: Buffer, address: string): void {
    if (!this.isOpen || !(this.#hearsAll || this.#peers.has(address))) return
    const { user } = this.#options
    user.measure(this.operation, metric.received, 1)
    const message = { bytes, isText: false, arrivedAt: performance.now(), at: Date.now() }
    if (this.#listener?.onMessage(message) === true) return
    const dropped = this.inbox.add(message)
    if (dropped > 0) user.measure(this.operation, metric.dropped, dropped)
  }

  #end(loss: Fault): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#loss = loss
    this.#socket.close()
    this.#options.user.wire.unregister(this)
    const listener = this.#listener
    this.#listener = null
    listener?.onClosed()
  }
}
