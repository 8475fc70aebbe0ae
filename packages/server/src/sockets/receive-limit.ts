/** Limits what a peer may send before its message is whole, in bytes of the connection: `maxPayload` of `ws` is one for all sockets of a server, and counts a frame only when it is complete. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Header and mask of a control frame of a client, which holds at most 125 bytes. */
const controlFrameBytes = 6

export class ReceiveLimit {
  #limitBytes: number
  #unfinishedBytes = 0
  #isTrusted = false

  /** `onExceeded` is called once the peer has sent more than `limitBytes` since its last whole message; pings of a stranger count too. */
  constructor(
    socket: WebSocket,
    {
      connection,
      limitBytes,
      onExceeded,
    }: { connection: Duplex; limitBytes: number; onExceeded: () => void },
  ) {
    this.#limitBytes = limitBytes
    // Before the listener of `ws`, so that a message that ends in this chunk resets what the chunk has added.
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

  /** The peer has said who it is. */
  raise(limitBytes: number): void {
    this.#limitBytes = limitBytes
    this.#unfinishedBytes = 0
    this.#isTrusted = true
  }
}
