/** Takes one direction of a TLS connection apart into records while its bytes arrive. @see https://www.rfc-editor.org/rfc/rfc8446#section-5.1 */
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import type { TlsRecord } from './record-cipher.ts'

const headerBytes = 5
/** Of TLS 1.2 with compression and encryption, more than any other has. */
const maxPayloadBytes = 16_384 + 2_048

interface RecordEvents {
  record(record: TlsRecord, timeMs: number): void
  /** Nothing more of the direction can be read. */
  lost(timeMs: number): void
}

export class RecordReader implements ByteReader {
  readonly #events: RecordEvents
  readonly #budget: ByteBudget
  readonly #held = new GrowingBytes()
  #isLost = false

  constructor(events: RecordEvents, budget: ByteBudget) {
    this.#events = events
    this.#budget = budget
  }

  data(bytes: Uint8Array, timeMs: number): void {
    let at = 0
    while (at < bytes.length && !this.#isLost) {
      const wanted = this.#recordBytes()
      const part = bytes.subarray(at, at + wanted - this.#held.length)
      at += part.length
      if (!this.#budget.take(part.length)) return this.#lose(timeMs)
      this.#held.add(part)
      if (this.#held.length === wanted) this.#endPart(timeMs)
    }
  }

  gap(_: number, timeMs: number): void {
    this.#lose(timeMs)
  }

  end(timeMs: number): void {
    this.#lose(timeMs)
  }

  /** As far as its header tells. */
  #recordBytes(): number {
    const header = this.#held.view()
    if (header.length < headerBytes) return headerBytes
    return headerBytes + (header[3] ?? 0) * 256 + (header[4] ?? 0)
  }

  #endPart(timeMs: number): void {
    const wanted = this.#recordBytes()
    const [type = 0, major] = this.#held.view()
    if (type < 20 || type > 24 || major !== 3 || wanted > headerBytes + maxPayloadBytes)
      return this.#lose(timeMs)
    if (this.#held.length < wanted) return
    this.#budget.giveBack(this.#held.length)
    const record = this.#held.take()
    this.#events.record(
      { type, header: record.subarray(0, headerBytes), payload: record.subarray(headerBytes) },
      timeMs,
    )
  }

  #lose(timeMs: number): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#budget.giveBack(this.#held.length)
    this.#held.take()
    this.#events.lost(timeMs)
  }
}
