/** Takes a capture file of either kind apart into packets while its chunks arrive. */
import { type CaptureEvents, viewOf } from './packet.ts'
import { isPcapMagic, PcapRecords } from './pcap-records.ts'
import { isPcapngMagic, PcapngBlocks } from './pcapng-blocks.ts'
import type { RecordFormat } from './record-format.ts'

/** Whether a file that begins so is a capture. */
export const isCapture = (start: Uint8Array): boolean =>
  start.length >= 4 && (isPcapMagic(viewOf(start)) || isPcapngMagic(viewOf(start)))

/** Feed it the chunks of the file in their order, then end it. */
export class CaptureFile {
  readonly #events: CaptureEvents
  #format: RecordFormat | null = null
  /** What is there of a record that is not complete yet. */
  #rest = new Uint8Array(0)
  /** Bytes to come that are of no use. */
  #skippedBytes = 0
  #offset = 0
  #isBroken = false

  constructor(events: CaptureEvents) {
    this.#events = events
  }

  feed(chunk: Uint8Array): void {
    if (this.#isBroken) return
    const bytes = this.#rest.length === 0 ? chunk : joined(this.#rest, chunk)
    if (bytes.length < 4) {
      this.#rest = bytes.slice()
      return
    }
    const view = viewOf(bytes)
    const format = (this.#format ??= isPcapMagic(view)
      ? new PcapRecords(view, this.#events)
      : new PcapngBlocks(this.#events))
    let at = this.#skip(0, bytes.length)
    while (at < bytes.length) {
      const length = format.next(bytes, view, at)
      if (length === 0) break
      if (length < 0) {
        this.#isBroken = true
        this.#rest = new Uint8Array(0)
        return this.#events.fault('broken', this.#offset + at)
      }
      this.#skippedBytes = length
      at = this.#skip(at, bytes.length)
    }
    this.#offset += at
    this.#rest = bytes.slice(at)
  }

  end(): void {
    if (this.#isBroken) return
    if (this.#rest.length > 0 || this.#skippedBytes > 0) this.#events.fault('cutOff', this.#offset)
  }

  /** Where the next record begins, at most at `end`. */
  #skip(at: number, end: number): number {
    const to = Math.min(end, at + this.#skippedBytes)
    this.#skippedBytes -= to - at
    return to
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}
