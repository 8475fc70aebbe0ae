/** Blocks of a pcapng file: sections of either byte order, interfaces, packets. @see https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ */
import { type CaptureEvents, maxPacketBytes } from './packet.ts'
import type { RecordFormat } from './record-format.ts'

const sectionHeader = 0x0a0d0d0a
const byteOrderMagic = 0x1a2b3c4d
const interfaceDescription = 1
const oldPacket = 2
const simplePacket = 3
const enhancedPacket = 6
const decryptionSecrets = 10
/** Of secrets: the key log of TLS. */
const tlsKeyLog = 0x544c534b
/** Longest block of secrets. */
const maxSecretsBytes = 16 * 1024 ** 2

const used = [interfaceDescription, oldPacket, simplePacket, enhancedPacket, decryptionSecrets]

/** Type, length and the length again. */
const frameBytes = 12
const maxInterfaces = 4096
/** Of the description of an interface. */
const maxOptions = 100

interface Interface {
  readonly linkType: number
  readonly unitsPerMs: number
  readonly offsetMs: number
  /** 0 = no limit. */
  readonly maxPacket: number
}

export const isPcapngMagic = (view: DataView): boolean => view.getUint32(0, true) === sectionHeader

export class PcapngBlocks implements RecordFormat {
  readonly #events: CaptureEvents
  #isLittleEndian = true
  #interfaces: Interface[] = []

  constructor(events: CaptureEvents) {
    this.#events = events
  }

  next(bytes: Uint8Array, view: DataView, at: number): number {
    const left = bytes.length - at
    if (left < frameBytes) return 0
    // Its type reads the same in both orders.
    if (view.getUint32(at, true) === sectionHeader) {
      this.#isLittleEndian = view.getUint32(at + 8, true) === byteOrderMagic
      if (!this.#isLittleEndian && view.getUint32(at + 8, false) !== byteOrderMagic) return -1
      this.#interfaces = []
    }
    const type = view.getUint32(at, this.#isLittleEndian)
    const length = view.getUint32(at + 4, this.#isLittleEndian)
    if (length < frameBytes || length % 4 !== 0) return -1
    if (!used.includes(type)) return length
    if (length > (type === decryptionSecrets ? maxSecretsBytes : maxPacketBytes)) return -1
    if (left < length) return 0
    const block = new DataView(view.buffer, view.byteOffset + at + 8, length - frameBytes)
    return this.#read(type, block, bytes.subarray(at + 8, at + length - 4)) ? length : -1
  }

  #read(type: number, block: DataView, bytes: Uint8Array): boolean {
    if (type === interfaceDescription) return this.#addInterface(block)
    if (type === decryptionSecrets) return this.#readSecrets(block, bytes)
    return this.#readPacket(type, block, bytes)
  }

  #readSecrets(block: DataView, bytes: Uint8Array): boolean {
    if (block.byteLength < 8) return false
    const length = block.getUint32(4, this.#isLittleEndian)
    if (length > block.byteLength - 8) return false
    if (block.getUint32(0, this.#isLittleEndian) === tlsKeyLog)
      this.#events.secrets(new TextDecoder('latin1').decode(bytes.subarray(8, 8 + length)))
    return true
  }

  #addInterface(block: DataView): boolean {
    if (block.byteLength < 8 || this.#interfaces.length >= maxInterfaces) return false
    const { unitsPerMs, offsetMs } = this.#timesOf(block)
    this.#interfaces.push({
      linkType: block.getUint16(0, this.#isLittleEndian),
      maxPacket: block.getUint32(4, this.#isLittleEndian),
      unitsPerMs,
      offsetMs,
    })
    return true
  }

  /** Of the options if_tsresol and if_tsoffset. */
  #timesOf(block: DataView): Pick<Interface, 'unitsPerMs' | 'offsetMs'> {
    const isLittle = this.#isLittleEndian
    let unitsPerMs = 1e3
    let offsetMs = 0
    let at = 8
    for (let count = 0; count < maxOptions && at + 4 <= block.byteLength; count++) {
      const code = block.getUint16(at, isLittle)
      const length = block.getUint16(at + 2, isLittle)
      if (code === 0 || at + 4 + length > block.byteLength) break
      if (code === 9 && length >= 1) {
        const resolution = block.getUint8(at + 4)
        const digits = resolution & 0x7f
        unitsPerMs = (resolution > 0x7f ? 2 ** digits : 10 ** digits) / 1000
      }
      if (code === 14 && length >= 8) offsetMs = Number(block.getBigInt64(at + 4, isLittle)) * 1000
      at += 4 + Math.ceil(length / 4) * 4
    }
    return { unitsPerMs, offsetMs }
  }

  #readPacket(type: number, block: DataView, bytes: Uint8Array): boolean {
    const isLittle = this.#isLittleEndian
    if (type === simplePacket) {
      const [first] = this.#interfaces
      if (first === undefined || block.byteLength < 4) return false
      const wire = block.getUint32(0, isLittle)
      const length = Math.min(wire, first.maxPacket || wire, block.byteLength - 4)
      // It has no time of its own.
      this.#events.packet({ linkType: first.linkType, timeMs: 0, bytes: bytes.subarray(4, 4 + length) })
      return true
    }
    if (block.byteLength < 20) return false
    const id = type === oldPacket ? block.getUint16(0, isLittle) : block.getUint32(0, isLittle)
    const from = this.#interfaces[id]
    const length = block.getUint32(12, isLittle)
    if (from === undefined || length > block.byteLength - 20) return false
    const units = block.getUint32(4, isLittle) * 2 ** 32 + block.getUint32(8, isLittle)
    this.#events.packet({
      linkType: from.linkType,
      // A double is as exact as a microsecond.
      timeMs: Math.round((units / from.unitsPerMs) * 1000) / 1000 + from.offsetMs,
      bytes: bytes.subarray(20, 20 + length),
    })
    return true
  }
}
