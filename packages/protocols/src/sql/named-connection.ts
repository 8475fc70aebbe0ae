/** A connection as a user knows it, by name: one of its own, or whichever the pool gives it, the same one until its transaction ends. */

import { type ConnectionOptions, SqlConnection } from './connection.ts'
import { failureText } from './definition/failures.ts'
import type { SqlDriver } from './definition/operation.ts'
import { SqlFault } from './fault.ts'
import type { SqlPool } from './pool.ts'

/** What a name stands for. */
export interface NamedTarget {
  readonly driver: SqlDriver
  readonly options: ConnectionOptions
  /** As logs show it. */
  readonly url: string
  readonly keep: 'user' | 'iteration'
  readonly reconnects: boolean
}

/** A connection for one operation. */
export interface Borrowed {
  readonly connection: SqlConnection
  /** Opened for this operation. */
  readonly isNew: boolean
}

export class NamedConnection {
  readonly target: NamedTarget
  readonly #pool: SqlPool | null
  /** Its own, or the pool's while a transaction goes on. */
  #held: SqlConnection | null = null

  /** `pool`: null = the user has a connection of its own. */
  constructor(target: NamedTarget, pool: SqlPool | null) {
    this.target = target
    this.#pool = pool
    pool?.join()
  }

  get isPooled(): boolean {
    return this.#pool !== null
  }

  /** Opens it, or shows that the pool has one. @throws SqlFault */
  async open(signal: AbortSignal, onWaited: () => void): Promise<Borrowed> {
    if (this.#pool !== null) return this.borrow(signal, onWaited)
    this.#held = await SqlConnection.open(this.target.options, signal)
    return { connection: this.#held, isNew: true }
  }

  /** A connection for an operation. @throws SqlFault */
  async borrow(signal: AbortSignal, onWaited: () => void): Promise<Borrowed> {
    const held = this.#held
    if (held?.isOpen === true) return { connection: held, isNew: false }
    const { options, reconnects } = this.target
    const wasInTransaction = held?.isInTransaction === true
    if (held !== null) this.#drop(held)
    if (held !== null && wasInTransaction) {
      // What follows would run outside the transaction that its author wrote it for.
      held.isInTransaction = false
      throw new SqlFault('connectionLost', failureText('sqlTransactionLost'))
    }
    if (this.#pool !== null) {
      const { connection, isNew } = await this.#pool.take(options.connectTimeoutMs, signal, onWaited)
      this.#held = connection
      return { connection, isNew }
    }
    if (!reconnects) throw new SqlFault('connectionLost', failureText('sqlConnectionLost'))
    return this.open(signal, onWaited)
  }

  /** The operation is over: the pool gets its connection back unless a transaction goes on. */
  settle(): void {
    const held = this.#held
    if (this.#pool === null || held === null || held.isInTransaction) return
    this.#held = null
    this.#pool.giveBack(held)
  }

  /** Ends what is under way. */
  abort(): void {
    this.#held?.abort()
  }

  close(): void {
    const held = this.#held
    this.#held = null
    if (this.#pool === null) held?.close()
    else if (held !== null) this.#pool.giveBack(held)
    this.#pool?.leave()
  }

  #drop(held: SqlConnection): void {
    // Its own stays as the sign that there was one.
    if (this.#pool === null) return
    this.#held = null
    this.#pool.giveBack(held)
  }
}
