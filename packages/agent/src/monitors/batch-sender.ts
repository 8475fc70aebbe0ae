/** Sends spooled batches to the server in order, a few ahead of their acknowledgements, and all unacknowledged ones again on a new connection. */

import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { type MonitorBatch, maxMonitorBatchesAhead } from '@pone/contract/link/monitors.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Log } from '../log.ts'
import type { Spool } from './spool.ts'

/** Without an acknowledgement for this long, what was sent is sent again, ms. */
const answerMs = 20_000

export interface BatchSenderOptions {
  readonly spool: Spool
  /** False when there is no connection. */
  readonly send: (message: AgentMessage) => boolean
  readonly log: Log
}

export class BatchSender {
  readonly #options: BatchSenderOptions
  /** Highest number sent, and stored, by incarnation. */
  #sent = new Map<string, number>()
  readonly #stored = new Map<string, number>()
  /** Layouts told on this connection, as `incarnation/key`. */
  #told = new Set<string>()
  #ahead = 0
  #isPumping = false
  #isAgain = false
  #retry: NodeJS.Timeout | undefined

  constructor(options: BatchSenderOptions) {
    this.#options = options
  }

  /** Called when something was spooled. */
  pump(): void {
    if (this.#isPumping) {
      this.#isAgain = true
      return
    }
    this.#isPumping = true
    this.#run()
      .catch((cause: unknown) => this.#options.log(`the monitors' spool cannot be read: ${errorText(cause)}`))
      .finally(() => {
        this.#isPumping = false
        if (!this.#isAgain) return
        this.#isAgain = false
        this.pump()
      })
  }

  /** Called for a new connection. */
  restart(): void {
    this.#sent = new Map(this.#stored)
    this.#told = new Set()
    this.#ahead = 0
    this.pump()
  }

  async acknowledge(incarnation: string, seq: number): Promise<void> {
    const before = this.#stored.get(incarnation) ?? 0
    if (seq > before) this.#stored.set(incarnation, seq)
    this.#ahead = Math.max(0, this.#ahead - 1)
    this.#watch()
    await this.#options.spool.acknowledge(incarnation, seq)
    this.pump()
  }

  /** Highest number that was sent and may be stored any moment; 0: nothing is on its way. */
  underWay(incarnation: string): number {
    return this.#ahead > 0 ? (this.#sent.get(incarnation) ?? 0) : 0
  }

  close(): void {
    clearTimeout(this.#retry)
  }

  async #run(): Promise<void> {
    if (this.#ahead >= maxMonitorBatchesAhead) return
    const sent = this.#sent
    for await (const batch of this.#options.spool.read(sent)) {
      // A restart while the file was read: going on would skip what is to be sent again, and its acknowledgement would delete it.
      if (this.#sent !== sent) return
      if (this.#ahead >= maxMonitorBatchesAhead || !this.#sendOne(batch)) return
    }
  }

  #sendOne(batch: MonitorBatch): boolean {
    const layouts = batch.layouts.filter(({ key }) => !this.#told.has(`${batch.incarnation}/${key}`))
    if (!this.#options.send({ kind: 'monitorBatches', batches: [{ ...batch, layouts }] })) {
      // Without a connection nothing is on its way.
      this.#sent = new Map(this.#stored)
      this.#ahead = 0
      return false
    }
    for (const { key } of layouts) this.#told.add(`${batch.incarnation}/${key}`)
    this.#sent.set(batch.incarnation, batch.seq)
    this.#ahead += 1
    this.#watch()
    return true
  }

  #watch(): void {
    clearTimeout(this.#retry)
    if (this.#ahead > 0) this.#retry = setTimeout(() => this.restart(), answerMs)
  }
}
