/** Sending, waiting, listening and closing over a connection that is open: one operation from its begin to its only outcome. */

import type { Fault } from '../connect/fault.ts'
import type { OperationContext, SessionUser } from '../protocol.ts'
import type { MessageConnection } from './connection.ts'
import { messageFailureText } from './definition/failures.ts'
import { metric } from './definition/metrics.ts'
import type { InboxMessage } from './inbox.ts'
import { type Matches, matchesAll } from './match.ts'
import { emptyOutcome, type Frame, type MessageOutcome, microseconds } from './outcome.ts'

/** Most messages of an operation that the debug view is given. */
const maxKept = 1_000

/** What is under way. */
export interface Task {
  readonly connection: MessageConnection
  readonly session: {
    readonly user: SessionUser
    begin(signal: AbortSignal, abort: () => void): void
    settle(): void
  }
  readonly operation: OperationContext
  /** Of the component; an operation's own time-out of 0 means it. */
  readonly responseTimeoutMs: number
  /** What it goes to, as logs show it. */
  readonly url: string
  /** Of texts in answers; null = UTF-8. */
  readonly charset: string | null
  /** How many phases the protocol declares, and the index of waiting for a message. */
  readonly phases: { readonly count: number; readonly message: number }
  readonly onOutcome: (outcome: MessageOutcome) => void
}

/** A message to be sent, and the answer that is waited for. */
export interface Sending {
  readonly data: string | Buffer
  /** How many messages that match end it; 0 = none is waited for. */
  readonly count: number
  readonly matches: Matches
  readonly timeoutMs: number
}

export interface Awaiting {
  readonly count: number
  readonly matches: Matches
  /** Whether messages that nobody has read yet count. */
  readonly from: 'buffer' | 'now'
  readonly timeoutMs: number
}

export interface Listening {
  readonly durationMs: number
  readonly onMessage: (message: InboxMessage) => void
}

export interface Closing {
  readonly timeoutMs: number
  /** Begins to close; the connection tells its end. */
  readonly begin: () => void
  /** Of the connection, once it has ended. */
  readonly status: () => number
}

export class MessageExchange {
  readonly #task: Task
  readonly #startedAt = performance.now()
  readonly #frames: Frame[] = []
  /** What the time until the last message counts as; null = nothing is waited for. */
  #waitsFor: 'reply' | 'messages' | null = null
  #sentAt = 0
  #sentBytes = 0
  #wireRequests = 0
  #found = 0
  #receivedBytes = 0
  #last: InboxMessage | null = null
  #timer: NodeJS.Timeout | null = null
  #isSettled = false

  constructor(task: Task) {
    this.#task = task
    task.connection.operation = task.operation
  }

  /** From here on the signal and the session's close end it as aborted; whether it has not ended so already. */
  begin(signal: AbortSignal): boolean {
    this.#task.session.begin(signal, () => this.#settle(['aborted', messageFailureText('aborted')]))
    return !this.#isSettled
  }

  send({ data, count, matches, timeoutMs }: Sending): void {
    const { connection, session } = this.#task
    if (count > 0) this.#waitsFor = 'reply'
    // Armed before anything is written: an answer may be faster than the callback of the write.
    this.#watch(count > 0 ? matches : () => false, Math.max(1, count), timeoutMs)
    this.#wireRequests = 1
    session.user.wire.begin(() => {
      if (this.#isSettled) return
      this.#sentAt = performance.now()
      this.#sentBytes = Buffer.byteLength(data)
      this.#frames.push({
        direction: 'sent',
        at: Date.now(),
        isText: typeof data === 'string',
        bytes: Buffer.from(data),
      })
      connection.send(data, fault => {
        if (fault !== null) this.#settle(fault)
        else if (count === 0) this.#settle(null)
      })
    })
  }

  await({ count, matches, from, timeoutMs }: Awaiting): void {
    const { connection } = this.#task
    this.#waitsFor = 'messages'
    while (from === 'buffer' && this.#found < count) {
      const message = connection.inbox.take(matches)
      if (message === null) break
      this.#keep(message)
    }
    if (this.#found >= count) return this.#settle(null)
    if (!connection.isOpen) return this.#lost()
    this.#watch(matches, count, timeoutMs)
  }

  listen({ durationMs, onMessage }: Listening): void {
    const { connection } = this.#task
    const hear = (message: InboxMessage): true => {
      this.#keep(message)
      onMessage(message)
      return true
    }
    for (;;) {
      const message = connection.inbox.take(matchesAll)
      if (message === null) break
      hear(message)
    }
    connection.listen({ onMessage: hear, onClosed: () => this.#lost() })
    this.#timer = setTimeout(() => this.#settle(null), durationMs)
  }

  close({ timeoutMs, begin, status }: Closing): void {
    const { connection, responseTimeoutMs } = this.#task
    const ms = timeoutMs || responseTimeoutMs
    connection.listen({ onMessage: () => false, onClosed: () => this.#settle(null, status()) })
    this.#timer = setTimeout(() => {
      this.#settle(['timeout.response', messageFailureText('closeTimeout', { ms })], status())
      connection.destroy()
    }, ms)
    begin()
  }

  /** Waits for messages that match; the others go into the inbox. */
  #watch(matches: Matches, count: number, timeoutMs: number): void {
    const ms = timeoutMs || this.#task.responseTimeoutMs
    this.#task.connection.listen({
      onMessage: message => {
        if (!matches(message)) return false
        this.#keep(message)
        if (this.#found >= count) this.#settle(null)
        return true
      },
      onClosed: () => this.#lost(),
    })
    this.#timer = setTimeout(() => {
      const found = this.#found
      this.#settle(['timeout.response', messageFailureText('messageTimeout', { ms, count, found })])
    }, ms)
  }

  #keep(message: InboxMessage): void {
    this.#found++
    this.#receivedBytes += message.wireBytes ?? message.bytes.length
    this.#last = message
    const { at, isText, bytes } = message
    if (this.#frames.length < maxKept) this.#frames.push({ direction: 'received', at, isText, bytes })
  }

  #lost(): void {
    this.#settle(this.#task.connection.loss)
  }

  #settle(fault: Fault | null, status = 0): void {
    if (this.#isSettled) return
    this.#isSettled = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const { connection, session, url, charset, phases, onOutcome } = this.#task
    connection.listen(null)
    session.settle()
    const last = this.#last
    const begunAt = this.#sentAt || this.#startedAt
    // What was waited for is there when its last byte is, which may be before it was known to be the last.
    const isThere = fault === null && this.#waitsFor !== null && last !== null
    const endedAt = isThere ? Math.max(last.arrivedAt, begunAt) : performance.now()
    const outcome = emptyOutcome(url, phases.count)
    const waitedUs = isThere ? microseconds(begunAt, endedAt) : null
    onOutcome({
      ...outcome,
      errorCode: fault === null ? null : fault[0],
      errorMessage: fault === null ? '' : fault[1],
      status,
      body: last?.bytes ?? outcome.body,
      charset,
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      durationUs: microseconds(begunAt, endedAt),
      phasesUs: outcome.phasesUs.map((none, index) => (index === phases.message ? waitedUs : none)),
      wireRequests: this.#wireRequests,
      count: this.#found,
      metrics:
        isThere && this.#waitsFor === 'reply' ? [[metric.roundTrip, microseconds(begunAt, endedAt)]] : [],
      messages: this.#frames,
    })
  }
}
