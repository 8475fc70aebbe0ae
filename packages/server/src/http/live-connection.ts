/** One browser's connection to the live stream: its subscriptions, and its amount of unread data. */

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

/** Unread bytes above which no more increments are sent until the browser has caught up. */
const maxUnreadBytes = 1024 ** 2
/** Unread bytes above which the connection is closed, for a browser that requests much and reads little. */
const tooMuchUnreadBytes = 64 * 1024 ** 2
/** Unread bytes below which it has caught up. */
const caughtUpBytes = 64 * 1024
/** Maximum number of increments kept while a snapshot is loaded; more leave a gap. */
const maxEarly = 100

export class LiveConnection {
  readonly watched = new Map<string, Watched>()
  identity: Identity | undefined
  claim: Claim | undefined
  language: Language = 'zh'
  readonly #socket: WebSocket
  readonly #refresh: (watched: Watched) => void
  /** Topics with increments skipped while the browser was behind; their snapshots are sent when it has caught up. */
  readonly #missed = new Map<string, Watched>()
  /** Numbered increments that arrived while the snapshot was loaded. */
  readonly #early = new Map<string, { number: number; text: string }[]>()

  /** `refresh` must send the present state of the skipped topics. */
  constructor(socket: WebSocket, refresh: (connection: LiveConnection, watched: Watched) => void) {
    this.#socket = socket
    this.#refresh = watched => refresh(this, watched)
  }

  /** Sends a message that must not be skipped, such as a refusal or a snapshot. */
  send(message: LiveMessage): void {
    this.sendText(JSON.stringify(message))
  }

  /** Sends a message that was serialized once for many browsers. */
  sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > tooMuchUnreadBytes) return this.terminate()
    this.#socket.send(text, () => this.#catchUp())
  }

  /** Increments are kept from now on until the snapshot is sent. */
  await(key: string): void {
    if (!this.watched.has(key)) this.#early.set(key, [])
  }

  awaits(key: string): boolean {
    return this.#early.has(key)
  }

  /** The snapshot was sent: continues with increments newer than `number`. */
  watch(key: string, watched: Watched, number: number): void {
    this.watched.set(key, watched)
    for (const early of this.#early.get(key) ?? []) if (early.number > number) this.sendText(early.text)
    this.#early.delete(key)
  }

  /** Sends an increment; skipped for a browser that is behind, which gets the present state later instead. */
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

  /** Subscribed topics, and topics whose snapshot is being loaded. */
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
