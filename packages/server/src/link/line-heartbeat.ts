/** Pings an agent every second and closes its socket after a silence. */
import type { WebSocket } from 'ws'

/** An agent pings every second; after this time without data it is offline, ms. */
const silenceMs = 6_000
const pingEveryMs = 1_000

export class LineHeartbeat {
  readonly #now: () => number
  #heardAt: number

  /** Stops when the socket closes. `isPaused`: reading from the socket is paused, so silence has no meaning. */
  constructor(socket: WebSocket, { now, isPaused }: { now: () => number; isPaused: () => boolean }) {
    this.#now = now
    this.#heardAt = now()
    let beatAt = now()
    const timer = setInterval(() => {
      // After a pause of this process, messages received meanwhile are read first.
      const hasStalled = now() - beatAt > 2 * pingEveryMs
      beatAt = now()
      if (isPaused()) this.#noteHeard()
      if (now() - this.#heardAt > silenceMs && !hasStalled) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    }, pingEveryMs)
    for (const event of ['message', 'pong', 'ping']) socket.on(event, () => this.#noteHeard())
    socket.on('close', () => clearInterval(timer))
  }

  /** When the last data arrived from the agent. */
  get heardAt(): number {
    return this.#heardAt
  }

  #noteHeard(): void {
    this.#heardAt = this.#now()
  }
}
