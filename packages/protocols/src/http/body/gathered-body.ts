/** Gathers the further pieces of an answer's body without an object for each, within what all bodies of a worker together may take. */
import { Turns } from './turns.ts'

/** Bodies of a worker that are on their way may take this much, bytes. */
const maxTogetherBytes = 512 * 1024 ** 2
const blockBytes = 65_536

/** What all bodies of a worker take. */
export class BodyMemory {
  /** Large bodies being decoded, each of which takes up to its limit. */
  readonly decoding = new Turns(2)
  readonly #limitBytes: number
  #heldBytes = 0

  constructor(limitBytes = maxTogetherBytes) {
    this.#limitBytes = limitBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Takes so much; false when too little is left. */
  take(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#limitBytes) return false
    this.#heldBytes += bytes
    return true
  }

  /** Gives it back. */
  release(bytes: number): void {
    this.#heldBytes -= bytes
  }
}

/** The pieces after the first one. */
export class GatheredBody {
  readonly #memory: BodyMemory
  #full: Buffer[] = []
  #block: Buffer | null = null
  #filledBytes = 0
  #heldBytes = 0

  constructor(memory: BodyMemory) {
    this.#memory = memory
  }

  /** Copies a piece; false when the worker has no room for it. */
  add(bytes: Buffer, from: number, to: number): boolean {
    let at = from
    while (at < to) {
      if (this.#block === null || this.#filledBytes === this.#block.length) {
        if (!this.#memory.take(blockBytes)) return false
        this.#heldBytes += blockBytes
        if (this.#block !== null) this.#full.push(this.#block)
        this.#block = Buffer.allocUnsafe(blockBytes)
        this.#filledBytes = 0
      }
      const copied = bytes.copy(this.#block, this.#filledBytes, at, to)
      this.#filledBytes += copied
      at += copied
    }
    return true
  }

  /** The first piece and all of these as one; nothing is held any more. */
  takeAfter(first: Buffer): Buffer {
    const body = Buffer.concat([
      first,
      ...this.#full,
      ...(this.#block === null ? [] : [this.#block.subarray(0, this.#filledBytes)]),
    ])
    this.drop()
    return body
  }

  /** Forgets them. */
  drop(): void {
    this.#memory.release(this.#heldBytes)
    this.#heldBytes = 0
    this.#full = []
    this.#block = null
    this.#filledBytes = 0
  }
}
