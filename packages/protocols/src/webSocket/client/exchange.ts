/** Sending, waiting, listening and closing over a connection that is open. */

import type { OperationContext } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { OperationOf, WebSocketOperation } from '../definition/operation.ts'
import {
  emptyOutcome,
  failedOutcome,
  metric,
  microseconds,
  phase,
  type WsCall,
  type WsContext,
  type WsFrame,
  type WsOutcome,
} from './call.ts'
import type { WsConnection } from './connection.ts'
import type { InboxMessage } from './inbox.ts'
import type { WsSession } from './session.ts'

/** Most messages of a listen or await that the debug view and checkpoints are given. */
const maxKept = 1_000

/** What is under way. */
export interface Task {
  readonly call: WsCall
  readonly connection: WsConnection
  readonly context: WsContext
  readonly session: WsSession
  readonly operation: OperationContext
  readonly onOutcome: (outcome: WsOutcome) => void
}

type Waiting = Exclude<WebSocketOperation, { kind: 'connect' }>

/** One operation over an open connection, from its begin to its only outcome. */
export class WsExchange {
  readonly #task: Task
  readonly #op: Waiting
  readonly #startedAt = performance.now()
  readonly #frames: WsFrame[] = []
  #sentAt = 0
  #sentBytes = 0
  #wireRequests = 0
  #found = 0
  #receivedBytes = 0
  #last: InboxMessage | null = null
  #timer: NodeJS.Timeout | null = null
  #isSettled = false

  constructor(task: Task, op: Waiting) {
    this.#task = task
    this.#op = op
    task.connection.operation = task.operation
  }

  /** Begins; the signal and the session's close end it as aborted. */
  start(signal: AbortSignal): void {
    this.#task.session.begin(signal, () => this.#settle('aborted', failureText('aborted')))
    if (this.#isSettled) return
    switch (this.#op.kind) {
      case 'send':
        return this.#send(this.#op)
      case 'await':
        return this.#await(this.#op)
      case 'listen':
        return this.#listen(this.#op)
      case 'close':
        return this.#close(this.#op)
    }
  }

  #send(op: OperationOf<'send'>): void {
    const { call, connection, session } = this.#task
    // Armed before anything is written: an answer may be faster than the callback of the write.
    if (op.reply !== 'none') this.#watch(op.reply === 'next' ? () => true : call.matches, 1, op.timeoutMs)
    else this.#watch(() => false, 1, op.timeoutMs)
    session.user.wire.begin(() => {
      this.#wireRequests = 1
      if (this.#isSettled) return
      this.#sentAt = performance.now()
      this.#sentBytes = Buffer.byteLength(call.data)
      this.#frames.push({
        direction: 'sent',
        at: Date.now(),
        isText: typeof call.data === 'string',
        bytes: Buffer.from(call.data),
      })
      connection.send(call.data, error => {
        if (error !== null) this.#settle('writeFailed', failureText('writeFailed', { detail: error.message }))
        else if (op.reply === 'none') this.#settle(null, '')
      })
    })
  }

  #await(op: OperationOf<'await'>): void {
    const { call, connection } = this.#task
    while (op.from === 'buffer' && this.#found < op.count) {
      const message = connection.inbox.take(call.matches)
      if (message === null) break
      this.#keep(message)
    }
    if (this.#found >= op.count) return this.#settle(null, '')
    this.#watch(call.matches, op.count, op.timeoutMs)
  }

  #listen(op: OperationOf<'listen'>): void {
    const { context, session, operation, connection } = this.#task
    const hear = (message: InboxMessage): void => {
      this.#keep(message)
      if (op.sentAt.trim() === '') return
      const sentAt = Number(context.jsonText(message.bytes.toString(), op.sentAt.trim()) ?? Number.NaN)
      if (!Number.isFinite(sentAt)) return
      session.user.push(operation, {
        ...emptyOutcome(this.#task.call.url),
        receivedBytes: message.bytes.length,
        durationUs: Math.max(0, Math.round((message.at - sentAt) * 1_000)),
      })
    }
    for (
      let message = connection.inbox.take(() => true);
      message !== null;
      message = connection.inbox.take(() => true)
    ) {
      hear(message)
    }
    connection.listen({
      onMessage: message => {
        hear(message)
        return true
      },
      onClosed: () => this.#lost(),
    })
    this.#timer = setTimeout(() => this.#settle(null, ''), op.durationMs)
  }

  #close(op: OperationOf<'close'>): void {
    const { connection, call } = this.#task
    const ms = op.timeoutMs || this.#task.context.responseTimeoutMs
    connection.listen({ onMessage: () => false, onClosed: () => this.#settle(null, '') })
    this.#timer = setTimeout(() => {
      this.#settle('timeout.response', failureText('closeTimeout', { ms }))
      connection.destroy()
    }, ms)
    connection.close(op.code, typeof call.data === 'string' ? call.data : '')
  }

  /** Waits for messages that match; the others go into the inbox. */
  #watch(matches: (message: InboxMessage) => boolean, count: number, timeoutMs: number): void {
    const ms = timeoutMs || this.#task.context.responseTimeoutMs
    this.#task.connection.listen({
      onMessage: message => {
        if (!matches(message)) return false
        this.#keep(message)
        if (this.#found >= count) this.#settle(null, '')
        return true
      },
      onClosed: () => this.#lost(),
    })
    this.#timer = setTimeout(
      () =>
        this.#settle('timeout.response', failureText('messageTimeout', { ms, count, found: this.#found })),
      ms,
    )
  }

  #keep(message: InboxMessage): void {
    this.#found++
    this.#receivedBytes += message.bytes.length
    this.#last = message
    const { at, isText, bytes } = message
    if (this.#frames.length < maxKept) this.#frames.push({ direction: 'received', at, isText, bytes })
  }

  #lost(): void {
    const [code, message] = this.#task.connection.loss
    this.#settle(code, message)
  }

  #settle(errorCode: string | null, errorMessage: string): void {
    if (this.#isSettled) return
    this.#isSettled = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const { connection, session, call, onOutcome } = this.#task
    connection.listen(null)
    session.settle()
    const endedAt = performance.now()
    const last = this.#last
    const arrivedAt = last === null ? endedAt : Math.max(last.arrivedAt, this.#startedAt)
    const isReply = this.#op.kind === 'send' && last !== null
    const phasesUs: (number | null)[] = [null, null, null, null, null]
    if (isReply || this.#op.kind === 'await') {
      phasesUs[phase.message] = microseconds(isReply ? this.#sentAt : this.#startedAt, arrivedAt)
    }
    onOutcome({
      ...(errorCode === null ? emptyOutcome(call.url) : failedOutcome(call.url, errorCode, errorMessage)),
      status: this.#op.kind === 'close' ? connection.closeCode : 0,
      body: last?.bytes ?? new Uint8Array(0),
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      durationUs: microseconds(this.#sentAt || this.#startedAt, isReply ? arrivedAt : endedAt),
      phasesUs,
      wireRequests: this.#wireRequests,
      count: this.#found,
      metrics: isReply ? [[metric.roundTrip, microseconds(this.#sentAt, arrivedAt)]] : [],
      messages: this.#frames,
    })
  }
}
