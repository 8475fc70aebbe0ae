/** A message whose body arrives piece by piece, and what is kept of the body. */

import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'

export interface Message<H> {
  readonly head: H
  readonly startedAtMs: number
  endedAtMs: number
  isEnded: boolean
  readonly body: MessageBody
}

/** Longer ones are files, of which no text is searched or sent. */
const maxKeptBytes = 4 * 1024 ** 2

export class MessageBody {
  /** Of all that was captured, as it was transferred. */
  length = 0
  /** Not everything is in the capture. */
  isCut = false
  readonly #budget: ByteBudget
  #kept: GrowingBytes | null = new GrowingBytes()

  constructor(budget: ByteBudget) {
    this.#budget = budget
  }

  add(part: Uint8Array): void {
    this.length += part.length
    if (this.#kept === null) return
    if (this.length > maxKeptBytes || !this.#budget.take(part.length)) this.drop()
    else this.#kept.add(part)
  }

  cut(): void {
    this.isCut = true
  }

  /** Its bytes are of no use. */
  drop(): void {
    this.#budget.giveBack(this.#kept?.length ?? 0)
    this.#kept = null
  }

  /** What is kept; null if it is too much, or of no use. The budget counts it no longer. */
  take(): Uint8Array<ArrayBuffer> | null {
    const kept = this.#kept
    this.drop()
    return kept?.take() ?? null
  }
}
