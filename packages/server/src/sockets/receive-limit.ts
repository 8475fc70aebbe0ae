/** Limits the bytes that a peer may send before its message is complete: `maxPayload` of `ws` applies to all sockets of a server, and counts a frame only when it is complete. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Header and mask of a client's control frame, whose payload is at most 125 bytes. */
const controlFrameBytes = 6

export class ReceiveLimit {
  #limitBytes: number
  #unfinishedBytes = 0
  #isTrusted = false

  /** `onExceeded` is called once the peer has sent more than `limitBytes` since its last complete message; pings of an unauthenticated peer count too. */
  constructor(
    socket: WebSocket,
    {
      connection,
      limitBytes,
      onExceeded,
    }: { connection: Duplex; limitBytes: number; onExceeded: () => void },
  ) {
    this.#limitBytes = limitBytes
    // Registered before the listener of `ws`, so that a message that ends in this chunk resets the count of the chunk.
    connection.prependListener('data', (chunk: Buffer) => {
      this.#unfinishedBytes += chunk.length
      if (this.#unfinishedBytes > this.#limitBytes) onExceeded()
    })
    socket.prependListener('message', () => {
      this.#unfinishedBytes = 0
    })
    const onControl = (data: Buffer) => {
      if (this.#isTrusted) this.#unfinishedBytes -= data.length + controlFrameBytes
    }
    socket.on('ping', onControl)
    socket.on('pong', onControl)
  }

  /** Called when the peer is authenticated. */
  raise(limitBytes: number): void {
    this.#limitBytes = limitBytes
    this.#unfinishedBytes = 0
    this.#isTrusted = true
  }
}
