/** One browser's end of the live stream: what it watches, and how much it still has to read. */

import type { LiveMessage } from '@pone/contract/live.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { WebSocket } from 'ws'
import type { Identity } from '../calls/identity.ts'
import { closeSoon } from '../sockets/close-soon.ts'
import type { Claim } from './gate.ts'
import type { LiveTopic } from './live-topics.ts'

export interface Watched {
  readonly topic: LiveTopic
  readonly projectId: string
  readonly id: string
}

/** Above this much unread the browser gets nothing more until it has caught up. */
const maxUnreadBytes = 1024 ** 2
/** A browser that asks and asks, and reads so little of the answers, is left. */
const tooMuchUnreadBytes = 64 * 1024 ** 2
/** Below this much it has caught up. */
const caughtUpBytes = 64 * 1024
/** A snapshot that takes longer than this many increments leaves a gap. */
const maxEarly = 100

export class LiveConnection {
  readonly watched = new Map<string, Watched>()
  identity: Identity | undefined
  claim: Claim | undefined
  language: Language = 'zh'
  readonly #socket: WebSocket
  readonly #refresh: (watched: Watched) => void
  /** What was left out while the browser was behind, to be sent whole when it has caught up. */
  readonly #missed = new Map<string, Watched>()
  /** Increments that came while the snapshot was on its way, with their numbers. */
  readonly #early = new Map<string, { number: number; text: string }[]>()

  /** `refresh` has to send the present state of what the browser missed. */
  constructor(socket: WebSocket, refresh: (connection: LiveConnection, watched: Watched) => void) {
    this.#socket = socket
    this.#refresh = watched => refresh(this, watched)
  }

  /** A message that must arrive, such as a refusal or a snapshot. */
  send(message: LiveMessage): void {
    this.sendText(JSON.stringify(message))
  }

  /** A message that has been put into text already, for many browsers at once. */
  sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > tooMuchUnreadBytes) return this.terminate()
    this.#socket.send(text, () => this.#catchUp())
  }

  /** Increments are kept from now on until the snapshot is there. */
  await(key: string): void {
    if (!this.watched.has(key)) this.#early.set(key, [])
  }

  awaits(key: string): boolean {
    return this.#early.has(key)
  }

  /** The snapshot has been sent: goes on with what is newer than `number`. */
  watch(key: string, watched: Watched, number: number): void {
    this.watched.set(key, watched)
    for (const early of this.#early.get(key) ?? []) if (early.number > number) this.sendText(early.text)
    this.#early.delete(key)
  }

  /** An increment: left out for a browser that is behind, which gets the present state later instead. */
  offer(key: string, text: string, number: number): void {
    const early = this.#early.get(key)
    if (early !== undefined) {
      early.push({ number, text })
      if (early.length > maxEarly) early.shift()
      return
    }
    const watched = this.watched.get(key)
    if (watched === undefined || this.#missed.has(key)) return
    if (this.#socket.bufferedAmount > maxUnreadBytes) this.#missed.set(key, watched)
    else this.sendText(text)
  }

  /** What it watches, and what it waits for to begin. */
  keys(): string[] {
    return [...this.watched.keys(), ...this.#early.keys()]
  }

  unwatch(key: string): void {
    this.watched.delete(key)
    this.#early.delete(key)
    this.#missed.delete(key)
  }

  close(code: number): void {
    closeSoon(this.#socket, code)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  ping(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  #catchUp(): void {
    if (this.#missed.size === 0 || this.#socket.bufferedAmount > caughtUpBytes) return
    const missed = [...this.#missed.values()]
    this.#missed.clear()
    for (const watched of missed) this.#refresh(watched)
  }
}
