/** Counts the packets of a capture file while its bytes arrive, and lets only whole packets through, up to its bounds. */

interface CutterLimits {
  readonly maxBytes: number
  readonly maxPackets: number
}

const fileHeaderBytes = 24
const packetHeaderBytes = 16
/** Of its length, in the header of a packet. */
const lengthAt = 8
/** Above all that programs capture of one packet; more is no packet. */
const maxPacketBytes = 1024 ** 2

export class PacketCutter {
  readonly #limits: CutterLimits
  /** Of a packet that is not whole yet. */
  #rest = Buffer.alloc(0)
  #bytes = 0
  #packets = 0
  #limit: 'bytes' | 'packets' | null = null

  constructor(limits: CutterLimits) {
    this.#limits = limits
  }

  /** Let through so far. */
  get packets(): number {
    return this.#packets
  }

  get bytes(): number {
    return this.#bytes
  }

  /** What has ended it: nothing is let through any more. */
  get limit(): 'bytes' | 'packets' | null {
    return this.#limit
  }

  /** The whole packets that are complete by this chunk. @throws Error if it is no capture file */
  take(chunk: Buffer): Buffer {
    if (this.#limit !== null) return Buffer.alloc(0)
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let end = this.#bytes === 0 ? this.#header(bytes) : 0
    while (this.#limit === null && (this.#bytes > 0 || end > 0)) {
      const length = lengthOf(bytes, end)
      if (length === null || end + length > bytes.length) break
      if (this.#bytes + end + length > this.#limits.maxBytes) this.#limit = 'bytes'
      else {
        end += length
        this.#packets += 1
        if (this.#packets >= this.#limits.maxPackets) this.#limit = 'packets'
      }
    }
    this.#bytes += end
    this.#rest = Buffer.from(bytes.subarray(end))
    return bytes.subarray(0, end)
  }

  /** Length of the head of the file, 0 before it is complete. */
  #header(bytes: Buffer): number {
    if (bytes.length < fileHeaderBytes) return 0
    const magic = bytes.readUInt32LE(0)
    if (magic !== 0xa1b2c3d4 && magic !== 0xa1b23c4d) throw new Error('the program wrote no capture file')
    return fileHeaderBytes
  }
}

/** Of a packet with its header; null before that is complete. */
function lengthOf(bytes: Buffer, at: number): number | null {
  if (at + packetHeaderBytes > bytes.length) return null
  const length = bytes.readUInt32LE(at + lengthAt)
  if (length > maxPacketBytes) throw new Error('the program wrote no packets')
  return packetHeaderBytes + length
}
