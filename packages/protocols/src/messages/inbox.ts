/** Messages of one connection that nobody has read yet, bounded in number and size; the oldest are dropped beyond that, and counted. */

/** A message as it arrived. */
export interface InboxMessage {
  readonly bytes: Buffer
  readonly isText: boolean
  /** Bytes that it took on the connection where these are more than its own. */
  readonly wireBytes?: number
  /** Of performance.now(), taken in the read callback. */
  readonly arrivedAt: number
  /** Epoch ms. */
  readonly at: number
}

/** How much may wait. */
export interface InboxLimits {
  readonly maxWaitingMessages: number
  readonly maxWaitingBytes: number
}

export class Inbox {
  readonly #limits: InboxLimits
  #messages: InboxMessage[] = []
  #bytes = 0

  constructor(limits: InboxLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#messages.length
  }

  /** Answers how many older ones had to go for it. */
  add(message: InboxMessage): number {
    let dropped = 0
    this.#messages.push(message)
    this.#bytes += message.bytes.length
    const { maxWaitingMessages, maxWaitingBytes } = this.#limits
    while (this.#messages.length > maxWaitingMessages || this.#bytes > maxWaitingBytes) {
      const oldest = this.#messages.shift()
      if (oldest === undefined) break
      this.#bytes -= oldest.bytes.length
      dropped++
    }
    return dropped
  }

  /** Takes out the oldest message that matches; null when none does. */
  take(matches: (message: InboxMessage) => boolean): InboxMessage | null {
    const at = this.#messages.findIndex(matches)
    if (at < 0) return null
    const [found] = this.#messages.splice(at, 1)
    if (found === undefined) return null
    this.#bytes -= found.bytes.length
    return found
  }
}
