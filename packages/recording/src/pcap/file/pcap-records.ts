/** Records of a classic capture file. @see https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ */
import { type CaptureEvents, maxPacketBytes } from './packet.ts'
import type { RecordFormat } from './record-format.ts'

const headerBytes = 24

interface Variant {
  readonly unitsPerMs: number
  /** Before a packet's bytes. */
  readonly recordBytes: number
}

const variants = new Map<number, Variant>([
  [0xa1b2c3d4, { unitsPerMs: 1e3, recordBytes: 16 }],
  [0xa1b23c4d, { unitsPerMs: 1e6, recordBytes: 16 }],
  // Of patched versions of libpcap, with the interface and the protocol of each packet.
  [0xa1b2cd34, { unitsPerMs: 1e3, recordBytes: 24 }],
])

/** Whether a file that begins so is one. */
export const isPcapMagic = (view: DataView): boolean =>
  variants.has(view.getUint32(0, true)) || variants.has(view.getUint32(0, false))

export class PcapRecords implements RecordFormat {
  readonly #events: CaptureEvents
  readonly #variant: Variant
  readonly #isLittleEndian: boolean
  #linkType: number | null = null

  /** @param first the first bytes of the file, for which `isPcapMagic` holds */
  constructor(first: DataView, events: CaptureEvents) {
    this.#events = events
    this.#isLittleEndian = variants.has(first.getUint32(0, true))
    const variant = variants.get(first.getUint32(0, this.#isLittleEndian))
    this.#variant = variant ?? { unitsPerMs: 1e3, recordBytes: 16 }
  }

  next(bytes: Uint8Array, view: DataView, at: number): number {
    const left = bytes.length - at
    const isLittle = this.#isLittleEndian
    if (this.#linkType === null) {
      if (left < headerBytes) return 0
      // The upper bits tell the length of the frame check sequence.
      this.#linkType = view.getUint32(at + 20, isLittle) & 0xffff
      return headerBytes
    }
    const { recordBytes, unitsPerMs } = this.#variant
    if (left < recordBytes) return 0
    const length = view.getUint32(at + 8, isLittle)
    if (length > maxPacketBytes) return -1
    if (left < recordBytes + length) return 0
    const timeMs = view.getUint32(at, isLittle) * 1000 + view.getUint32(at + 4, isLittle) / unitsPerMs
    const start = at + recordBytes
    this.#events.packet({ linkType: this.#linkType, timeMs, bytes: bytes.subarray(start, start + length) })
    return recordBytes + length
  }
}
