/** Makes packet captures for tests: connections with their segments, in frames of several links, in files of both kinds. */

import { packed } from './bytes/packed.ts'

export interface TestPacket {
  readonly timeMs: number
  /** The frame. */
  readonly bytes: Uint8Array
  /** As it was sent; longer than `bytes` if it was cut. */
  readonly wireBytes?: number
}

export type TestSide = 'client' | 'server'

const fin = 1
const syn = 2
const reset = 4
const ack = 16

const text = new TextEncoder()

export const ip = (
  source: Uint8Array,
  target: Uint8Array,
  protocol: number,
  payload: Uint8Array,
): Uint8Array =>
  source.length === 4
    ? packed(
        [8, 0x45],
        [8, 0],
        [16, 20 + payload.length],
        [32, 0],
        [8, 64],
        [8, protocol],
        [16, 0],
        source,
        target,
        payload,
      )
    : packed([32, 0x60000000], [16, payload.length], [8, protocol], [8, 64], source, target, payload)

const macs = new Uint8Array(12).fill(2)
const etherType = (packet: Uint8Array) => ((packet[0] ?? 0) >> 4 === 4 ? 0x0800 : 0x86dd)

/** Frames by the name of their link, with its number. */
export const links = {
  ethernet: { type: 1, frame: (packet: Uint8Array) => packed(macs, [16, etherType(packet)], packet) },
  vlan: {
    type: 1,
    frame: (packet: Uint8Array) =>
      packed(macs, [16, 0x88a8], [16, 7], [16, 0x8100], [16, 9], [16, etherType(packet)], packet),
  },
  cooked1: {
    type: 113,
    frame: (packet: Uint8Array) =>
      packed([16, 0], [16, 1], [16, 6], [32, 0], [32, 0], [16, etherType(packet)], packet),
  },
  cooked2: {
    type: 276,
    frame: (packet: Uint8Array) =>
      packed([16, etherType(packet)], [16, 0], [32, 1], [16, 1], [8, 0], [8, 6], [32, 0], [32, 0], packet),
  },
  loopback: {
    type: 0,
    frame: (packet: Uint8Array) =>
      packed([32, (packet[0] ?? 0) >> 4 === 4 ? 0x02000000 : 0x1c000000], packet),
  },
  raw: { type: 101, frame: (packet: Uint8Array) => packet },
} as const
export type TestLink = keyof typeof links

interface ConnectionOptions {
  readonly link?: TestLink
  readonly isVersion6?: boolean
  readonly clientPort?: number
  /** Sequence number of the client's first byte. */
  readonly firstSequence?: number
  readonly startMs?: number
}

/** A TCP connection whose segments become packets, a millisecond apart. */
export class TestConnection {
  readonly packets: TestPacket[] = []
  readonly #options: Required<ConnectionOptions>
  readonly #next: Record<TestSide, number>

  constructor(options: ConnectionOptions = {}) {
    this.#options = {
      link: 'ethernet',
      isVersion6: false,
      clientPort: 50_000,
      firstSequence: 1_000,
      startMs: Date.UTC(2026, 0, 1),
      ...options,
    }
    this.#next = { client: this.#options.firstSequence, server: 4_294_967_000 }
  }

  open(): this {
    this.#segment('client', syn)
    this.#segment('server', syn | ack)
    return this
  }

  /** In segments of so many bytes at most. */
  send(side: TestSide, data: string | Uint8Array, maxBytes = 1_000): this {
    const bytes = typeof data === 'string' ? text.encode(data) : data
    for (let at = 0; at < bytes.length; at += maxBytes)
      this.#segment(side, ack, bytes.subarray(at, at + maxBytes))
    return this
  }

  close(): this {
    this.#segment('server', fin | ack)
    this.#segment('client', fin | ack)
    return this
  }

  reset(side: TestSide): this {
    this.#segment(side, reset | ack)
    return this
  }

  #segment(side: TestSide, flags: number, payload: Uint8Array = new Uint8Array(0)): void {
    const { link, isVersion6, clientPort, startMs } = this.#options
    const isClient = side === 'client'
    const own = this.#next[side]
    const other = this.#next[isClient ? 'server' : 'client']
    const [from, to] = isClient ? [clientPort, 80] : [80, clientPort]
    const segment = packed(
      [16, from],
      [16, to],
      [32, own],
      [32, (flags & ack) === 0 ? 0 : other],
      [8, 0x50],
      [8, flags],
      [16, 65_535],
      [32, 0],
      payload,
    )
    const address = (last: number) =>
      isVersion6 ? packed([32, 0xfd000000], [32, 0], [32, 0], [32, last]) : packed([32, 0x0a000000 + last])
    const packet = ip(address(isClient ? 1 : 2), address(isClient ? 2 : 1), 6, segment)
    const timeMs = startMs + this.packets.length
    this.packets.push({ timeMs, bytes: links[link].frame(packet) })
    const counted = payload.length + ((flags & (syn | fin)) === 0 ? 0 : 1)
    this.#next[side] = (own + counted) % 2 ** 32
  }
}

interface FileOptions {
  readonly link?: TestLink
  readonly isLittleEndian?: boolean
  readonly isNanoseconds?: boolean
}

/** A classic capture file. */
export function pcapOf(packets: readonly TestPacket[], options: FileOptions = {}): Uint8Array<ArrayBuffer> {
  const { link = 'ethernet', isLittleEndian = true, isNanoseconds = false } = options
  const size = packets.reduce((sum, { bytes }) => sum + 16 + bytes.length, 24)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  view.setUint32(0, isNanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, isLittleEndian)
  view.setUint16(4, 2, isLittleEndian)
  view.setUint16(6, 4, isLittleEndian)
  view.setUint32(16, 262_144, isLittleEndian)
  view.setUint32(20, links[link].type, isLittleEndian)
  let at = 24
  for (const { timeMs, bytes, wireBytes = bytes.length } of packets) {
    view.setUint32(at, Math.floor(timeMs / 1000), isLittleEndian)
    view.setUint32(at + 4, Math.round((timeMs % 1000) * (isNanoseconds ? 1e6 : 1e3)), isLittleEndian)
    view.setUint32(at + 8, bytes.length, isLittleEndian)
    view.setUint32(at + 12, wireBytes, isLittleEndian)
    file.set(bytes, at + 16)
    at += 16 + bytes.length
  }
  return file
}

/** A pcapng file with an interface of nanoseconds per link, which the packets name. @param keyLog secrets of TLS that it has itself */
export function pcapngOf(
  packets: readonly (TestPacket & { readonly link: TestLink })[],
  isLittleEndian = true,
  keyLog = '',
): Uint8Array<ArrayBuffer> {
  const number32 = (value: number) => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, value, isLittleEndian)
    return bytes
  }
  const number16 = (value: number) => {
    const bytes = new Uint8Array(2)
    new DataView(bytes.buffer).setUint16(0, value, isLittleEndian)
    return bytes
  }
  const block = (type: number, ...parts: readonly Uint8Array[]) => {
    const body = packed(...parts)
    const padding = new Uint8Array((4 - (body.length % 4)) % 4)
    const length = number32(12 + body.length + padding.length)
    return packed(number32(type), length, body, padding, length)
  }
  const names = [...new Set(packets.map(({ link }) => link))]
  const section = block(
    0x0a0d0d0a,
    number32(0x1a2b3c4d),
    number16(1),
    number16(0),
    number32(2 ** 32 - 1),
    number32(2 ** 32 - 1),
  )
  const resolution = packed(number16(9), number16(1), [8, 9], [8, 0], [16, 0], number32(0))
  const interfaces = names.map(name =>
    block(1, number16(links[name].type), number16(0), number32(0), resolution),
  )
  const statistics = block(5, number32(0), number32(0), number32(0))
  const records = packets.map(({ link, timeMs, bytes, wireBytes = bytes.length }) => {
    const units = BigInt(Math.round(timeMs * 1000)) * 1000n
    const high = number32(Number(units >> 32n))
    const low = number32(Number(units & 0xffffffffn))
    const sizes = packed(number32(bytes.length), number32(wireBytes))
    return block(6, number32(names.indexOf(link)), high, low, sizes, bytes)
  })
  const secrets = text.encode(keyLog)
  const own = keyLog === '' ? [] : [block(10, number32(0x544c534b), number32(secrets.length), secrets)]
  return new Uint8Array(packed(section, ...own, ...interfaces, statistics, ...records))
}
