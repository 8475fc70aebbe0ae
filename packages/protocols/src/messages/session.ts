/** What one user keeps of a protocol of messages: its connections by name, and the one operation that is under way. */
import type { Session, SessionUser } from '../protocol.ts'
import type { Abortable } from '../wire/wire.ts'

interface Kept<C> {
  readonly connection: C
  readonly keptFor: 'iteration' | 'user'
}

export class ConnectionSession<C extends { destroy(): void }> implements Session, Abortable {
  readonly user: SessionUser
  readonly #connections = new Map<string, Kept<C>>()
  /** Ends the operation under way; null = there is none. */
  #abort: (() => void) | null = null
  #signal: AbortSignal | null = null

  constructor(user: SessionUser) {
    this.user = user
  }

  /** The connection of that name, open or lost; undefined when there never was one. */
  connection(name: string): C | undefined {
    return this.#connections.get(name)?.connection
  }

  /** Keeps a connection under a name; one of the same name is closed. */
  keep(name: string, kept: Kept<C>): void {
    this.#connections.get(name)?.connection.destroy()
    this.#connections.set(name, kept)
  }

  forget(name: string): void {
    this.#connections.delete(name)
  }

  /** An operation begins; `abort` ends it when the signal says so or the session closes. */
  begin(signal: AbortSignal, abort: () => void): void {
    this.#abort = abort
    if (this.#signal !== signal) {
      if (this.#signal !== null) this.user.wire.abortGroup(this.#signal).delete(this)
      this.#signal = signal
      this.user.wire.abortGroup(signal).add(this)
    }
    if (signal.aborted) this.abort()
  }

  /** The operation has its outcome. */
  settle(): void {
    this.#abort = null
  }

  abort(): void {
    const abort = this.#abort
    this.#abort = null
    abort?.()
  }

  beginIteration(isNewUser: boolean): void {
    for (const [name, { connection, keptFor }] of this.#connections) {
      if (!isNewUser && keptFor === 'user') continue
      connection.destroy()
      this.#connections.delete(name)
    }
  }

  close(): void {
    this.abort()
    this.beginIteration(true)
    if (this.#signal !== null) this.user.wire.abortGroup(this.#signal).delete(this)
    this.#signal = null
  }
}
