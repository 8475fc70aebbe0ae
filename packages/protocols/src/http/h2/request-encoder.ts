/** Writes the header blocks of one connection's requests; those of a step that repeat are copied from the block before, all but their path. */
import { HpackEncoder } from './hpack/encoder.ts'
import type { H2RequestFrame } from './request-frame.ts'

/** Encoder of one connection. */
export class RequestEncoder {
  readonly #hpack = new HpackEncoder()
  #frame: H2RequestFrame | null = null
  #generation = -1
  #lead: Buffer = Buffer.alloc(0)
  #rest: Buffer = Buffer.alloc(0)

  /** The peer told the largest table that it keeps, bytes. */
  limitTable(bytes: number): void {
    this.#hpack.limitTable(bytes)
  }

  /** The block in parts, valid until the next call. */
  encode(frame: H2RequestFrame, target: string, varying: readonly string[]): readonly Uint8Array[] {
    const hpack = this.#hpack
    const isKnown = frame === this.#frame && this.#generation === hpack.table.generation && !hpack.isResizing
    if (!isKnown) return this.#encodeAll(frame, target, varying)
    const path = hpack.encodePlain(':path', target)
    if (varying.length === 0) return [this.#lead, path, this.#rest]
    return [this.#lead, Buffer.from(path), this.#rest, hpack.encode(varying)]
  }

  #encodeAll(frame: H2RequestFrame, target: string, varying: readonly string[]): readonly Uint8Array[] {
    const hpack = this.#hpack
    const before = hpack.table.generation
    const lead = Buffer.from(hpack.encode(frame.lead))
    const path = Buffer.from(hpack.encodePlain(':path', target))
    const rest = Buffer.from(hpack.encode(frame.rest))
    const isRepeatable = hpack.table.generation === before
    if (isRepeatable) {
      this.#frame = frame
      this.#generation = before
      this.#lead = lead
      this.#rest = rest
    }
    return [lead, path, rest, hpack.encode(varying)]
  }
}
