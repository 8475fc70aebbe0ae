/** Connections that the users of a load worker share: opened when they are needed, up to a limit; who comes later waits in turn. */

import { type ConnectionOptions, SqlConnection } from './connection.ts'
import { failureText } from './definition/failures.ts'
import { abortedFault, SqlFault, streamFault } from './fault.ts'

interface Waiting {
  /** false when it waits no longer. */
  take(connection: SqlConnection): boolean
  refuse(fault: SqlFault): void
}

/** What a pool hands out. */
export interface Taken {
  readonly connection: SqlConnection
  /** Opened for this taker, so that its opening is part of the operation. */
  readonly isNew: boolean
}

/** One pool. */
export class SqlPool {
  readonly #options: ConnectionOptions
  readonly #maxSize: number
  readonly #idle: SqlConnection[] = []
  readonly #waiting: Waiting[] = []
  /** Open, or being opened. */
  #size = 0
  #users = 0

  constructor(options: ConnectionOptions, maxSize: number) {
    this.#options = options
    this.#maxSize = maxSize
  }

  /** A user begins to use the pool. */
  join(): void {
    this.#users++
  }

  /** It uses it no longer; the last one closes the connections. */
  leave(): void {
    this.#users--
    if (this.#users > 0) return
    for (const connection of this.#idle.splice(0)) this.#drop(connection)
  }

  /**
   * A connection that nobody else has. `onWaited` is called once it is this taker's turn, before a connection is opened.
   * @throws SqlFault: `timeout.pool`, `aborted`, what opening says
   */
  async take(timeoutMs: number, signal: AbortSignal, onWaited: () => void): Promise<Taken> {
    const known = this.#idleOne() ?? (this.#size < this.#maxSize ? null : await this.#wait(timeoutMs, signal))
    onWaited()
    if (known !== null) return { connection: known, isNew: false }
    this.#size++
    try {
      return { connection: await SqlConnection.open(this.#options, signal), isNew: true }
    } catch (error) {
      this.#size--
      this.#serveNext()
      throw error
    }
  }

  /** Gives a connection back; one that is lost, or in the middle of a transaction, is closed. */
  giveBack(connection: SqlConnection): void {
    if (!connection.isOpen || connection.isInTransaction || this.#users <= 0) {
      connection.destroy()
      this.#size--
      this.#serveNext()
      return
    }
    const next = this.#waiting[0]
    if (next === undefined) this.#idle.push(connection)
    else next.take(connection)
  }

  #idleOne(): SqlConnection | null {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isOpen) return connection
      this.#size--
    }
    return null
  }

  #drop(connection: SqlConnection): void {
    connection.close()
    this.#size--
  }

  /** null = there is room for one more. */
  #wait(timeoutMs: number, signal: AbortSignal): Promise<SqlConnection | null> {
    return new Promise((resolve, reject) => {
      let hasLeft = false
      const leave = () => {
        hasLeft = true
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
      }
      const waiting: Waiting = {
        take(connection) {
          if (hasLeft) return false
          leave()
          resolve(connection)
          return true
        },
        refuse(fault) {
          leave()
          reject(fault)
        },
      }
      const abort = () => waiting.refuse(abortedFault())
      const text = failureText('sqlPoolTimeout', { ms: timeoutMs })
      const timer =
        timeoutMs > 0
          ? setTimeout(() => waiting.refuse(new SqlFault('timeout.pool', text)), timeoutMs)
          : undefined
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiting)
    })
  }

  /** There is room for a connection more: whoever waits longest gets a new one. */
  #serveNext(): void {
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#size++
    SqlConnection.open(this.#options).then(
      connection => {
        if (!next.take(connection)) this.giveBack(connection)
      },
      (fault: unknown) => {
        this.#size--
        next.refuse(streamFault(fault))
        this.#serveNext()
      },
    )
  }
}
