/** Unprocessed messages of one agent's connection: processed in short turns so that other connections are not delayed; above a limit the socket is not read. */
import type { WebSocket } from 'ws'
import { TokenBucket } from '../sockets/token-bucket.ts'

/** Number of unparsed messages above which reading is paused. */
const maxUnparsed = 256
const maxUnparsedBytes = 8 * 1024 ** 2
/** Number of messages being processed or queued; an agent sends up to 32 unacknowledged batches per worker. */
const maxUnderWay = 5_000
const maxUnderWayBytes = 64 * 1024 ** 2
/** A turn ends after this many messages or milliseconds. */
const turnMessages = 50
const turnMs = 5
/** Rendezvous cause the highest rate: one message per two milliseconds. */
const messagesPerSecond = 2_000
const messagesAtOnce = 10_000
/** About half a second of silence. */
const calmLevel = messagesPerSecond / 2
const bytesPerSecond = 32 * 1024 ** 2
const bytesAtOnce = 128 * 1024 ** 2
/** An agent above the rate limit for this time counts as flooding, ms. */
const maxExcessMs = 10_000

/** Processes one message; when the returned promise settles, its place in the queue is free again. */
export type TakeMessage = (data: Buffer) => Promise<void> | undefined

export class LineInbox {
  readonly #socket: Pick<WebSocket, 'pause' | 'resume'>
  readonly #take: TakeMessage
  readonly #onExcess: () => void
  readonly #now: () => number
  readonly #messages = new TokenBucket(messagesPerSecond, messagesAtOnce)
  readonly #bytes = new TokenBucket(bytesPerSecond, bytesAtOnce)
  #unparsed: Buffer[] = []
  #unparsedBytes = 0
  #underWay = 0
  #underWayBytes = 0
  #isPaused = false
  #isClosed = false
  #isTurnDue = false
  #excessSince: number | null = null

  /** `now` is monotonic, ms. `onExcess` is called when the connection has been above its rate limit for too long. */
  constructor(options: {
    socket: Pick<WebSocket, 'pause' | 'resume'>
    take: TakeMessage
    onExcess: () => void
    now?: () => number
  }) {
    this.#socket = options.socket
    this.#take = options.take
    this.#onExcess = options.onExcess
    this.#now = options.now ?? (() => performance.now())
  }

  /** While true, nothing that the peer sends is read, including pings. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  put(data: Buffer): void {
    if (this.#isClosed) return
    this.#unparsed.push(data)
    this.#unparsedBytes += data.length
    if (this.#isFull) this.#pause()
    this.#turnSoon()
  }

  /** Drops unprocessed messages; reading is not resumed. */
  close(): void {
    this.#isClosed = true
    this.#unparsed = []
    this.#unparsedBytes = 0
  }

  get #isFull(): boolean {
    return this.#unparsed.length >= maxUnparsed || this.#unparsedBytes >= maxUnparsedBytes || this.#isCrowded
  }

  get #isCrowded(): boolean {
    return this.#underWay >= maxUnderWay || this.#underWayBytes >= maxUnderWayBytes
  }

  #pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
  }

  #turnSoon(afterMs = 0): void {
    if (this.#isTurnDue || this.#isClosed) return
    this.#isTurnDue = true
    const turn = () => {
      this.#isTurnDue = false
      this.#turn()
    }
    if (afterMs === 0) setImmediate(turn)
    else setTimeout(turn, afterMs)
  }

  #turn(): void {
    const beganAt = this.#now()
    for (let taken = 0; taken < turnMessages && this.#now() - beganAt < turnMs; taken += 1) {
      if (this.#isClosed || this.#isCrowded || this.#debtMs() > 0) break
      const data = this.#unparsed.shift()
      if (data === undefined) break
      this.#begin(data)
    }
    if (this.#isClosed) return
    if (this.#unparsed.length > 0) {
      // While the queue is full, the next turn starts when any message in progress ends.
      if (!this.#isCrowded) this.#turnSoon(Math.ceil(this.#debtMs()))
    } else if (this.#isPaused && !this.#isFull) {
      this.#isPaused = false
      this.#socket.resume()
    }
  }

  /** Also records since when the connection is above its limit; reset after its rate has been low for a while. */
  #debtMs(): number {
    const at = this.#now()
    const excessMs = this.#messages.debtMs(at)
    if (excessMs > 0) this.#excessSince ??= at
    else if (this.#messages.level(at) > calmLevel) this.#excessSince = null
    if (this.#excessSince !== null && at - this.#excessSince > maxExcessMs) this.#onExcess()
    return Math.max(excessMs, this.#bytes.debtMs(at))
  }

  #begin(data: Buffer): void {
    const at = this.#now()
    this.#unparsedBytes -= data.length
    this.#messages.take(1, at)
    this.#bytes.take(data.length, at)
    const work = this.#take(data)
    if (work === undefined) return
    this.#underWay += 1
    this.#underWayBytes += data.length
    void work.finally(() => {
      this.#underWay -= 1
      this.#underWayBytes -= data.length
      if (this.#unparsed.length > 0 || this.#isPaused) this.#turnSoon()
    })
  }
}
