/**
 * Holds the sockets that a library opens for one piece of work, and ends them when it takes too long or reads too much. The
 * library itself offers neither. Sockets are told by Node when they are made.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { TargetFault } from '../../../target-fault.ts'

const guards = new AsyncLocalStorage<SocketGuard>()
let isSubscribed = false

function listen(): void {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('net.client.socket', message => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    if (message.socket instanceof Socket) guards.getStore()?.add(message.socket)
  })
}

const lookMs = 50

export class SocketGuard {
  readonly #sockets = new Set<Socket>()
  #isEnded = false

  /** Starts work whose sockets belong to this guard. */
  run<Result>(work: () => Result): Result {
    listen()
    return guards.run(this, work)
  }

  add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#isEnded) socket.destroy()
  }

  /** The promise, while not more than so many bytes are read. @throws TargetFault `tooLarge`, after which the sockets are gone */
  async within<Result>(maxBytes: number, limit: string, promise: Promise<Result>): Promise<Result> {
    const before = this.#readBytes()
    let look: NodeJS.Timeout | undefined
    const tooLarge = new Promise<never>((_resolve, reject) => {
      look = setInterval(() => {
        if (this.#readBytes() - before <= maxBytes) return
        this.destroy()
        reject(new TargetFault('tooLarge', '', { limit }))
      }, lookMs)
    })
    try {
      return await Promise.race([promise, tooLarge])
    } finally {
      clearInterval(look)
    }
  }

  /** Ends all sockets, and those that are still to come. */
  destroy(): void {
    this.#isEnded = true
    for (const socket of this.#sockets) socket.destroy()
  }

  #readBytes(): number {
    return [...this.#sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  }
}
