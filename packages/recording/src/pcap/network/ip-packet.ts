/** Reads the header of an IP packet, version 4 or 6. @see https://www.rfc-editor.org/rfc/rfc791 https://www.rfc-editor.org/rfc/rfc8200 */
import { uint16 } from './link-layer.ts'

export interface IpPacket {
  readonly kind: 'packet'
  /** Bytes of the addresses, 4 or 16, as views. */
  readonly source: Uint8Array
  readonly target: Uint8Array
  /** 6 TCP, 17 UDP. */
  readonly protocol: number
  /** What was captured of the payload, without padding of the frame. */
  readonly payload: Uint8Array
  /** Of the payload as it was sent. */
  readonly payloadBytes: number
}

export type IpRead = IpPacket | { readonly kind: 'fragment' } | { readonly kind: 'none' }

const none = { kind: 'none' } as const
const fragment = { kind: 'fragment' } as const
const maxExtensions = 8

export function readIp(frame: Uint8Array, at: number): IpRead {
  const version = (frame[at] ?? 0) >> 4
  if (version === 4) return readIpv4(frame, at)
  return version === 6 ? readIpv6(frame, at) : none
}

function readIpv4(frame: Uint8Array, at: number): IpRead {
  const headerBytes = ((frame[at] ?? 0) & 15) * 4
  if (headerBytes < 20 || at + headerBytes > frame.length) return none
  // More fragments, or an offset.
  if ((uint16(frame, at + 6) & 0x3fff) !== 0) return fragment
  // Segmentation offload leaves 0 in packets that the card cuts into pieces.
  const total = uint16(frame, at + 2) || frame.length - at
  if (total < headerBytes) return none
  return {
    kind: 'packet',
    source: frame.subarray(at + 12, at + 16),
    target: frame.subarray(at + 16, at + 20),
    protocol: frame[at + 9] ?? 0,
    payload: frame.subarray(at + headerBytes, at + total),
    payloadBytes: total - headerBytes,
  }
}

function readIpv6(frame: Uint8Array, at: number): IpRead {
  if (at + 40 > frame.length) return none
  const end = at + 40 + (uint16(frame, at + 4) || frame.length - at - 40)
  let protocol = frame[at + 6] ?? 0
  let start = at + 40
  for (let count = 0; isExtension(protocol); count++) {
    if (protocol === 44) return fragment
    if (count >= maxExtensions || start + 8 > frame.length) return none
    const units = frame[start + 1] ?? 0
    // The authentication header counts in units of four bytes.
    const length = protocol === 51 ? (units + 2) * 4 : (units + 1) * 8
    protocol = frame[start] ?? 0
    start += length
  }
  if (start > end) return none
  return {
    kind: 'packet',
    source: frame.subarray(at + 8, at + 24),
    target: frame.subarray(at + 24, at + 40),
    protocol,
    payload: frame.subarray(start, end),
    payloadBytes: end - start,
  }
}

/** Hop-by-hop options, routing, fragment, authentication, destination options. */
const isExtension = (protocol: number): boolean =>
  protocol === 0 || protocol === 43 || protocol === 44 || protocol === 51 || protocol === 60

/** As people write it. @see https://www.rfc-editor.org/rfc/rfc5952 */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const words = Array.from({ length: 8 }, (_, at) => uint16(bytes, at * 2).toString(16))
  const host = URL.parse(`http://[${words.join(':')}]/`)?.hostname ?? `[${words.join(':')}]`
  return host.slice(1, -1)
}
