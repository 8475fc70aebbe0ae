/** Reads the header of a TCP segment or of a UDP datagram. @see https://www.rfc-editor.org/rfc/rfc9293 */
import type { IpPacket } from './ip-packet.ts'
import { uint16, uint32 } from './link-layer.ts'

export interface TcpSegment {
  readonly sourcePort: number
  readonly targetPort: number
  readonly sequence: number
  readonly acknowledged: number
  readonly isSyn: boolean
  readonly isAck: boolean
  readonly isFin: boolean
  readonly isReset: boolean
  /** What was captured of the payload. */
  readonly bytes: Uint8Array
  /** Of the payload as it was sent. */
  readonly length: number
}

/** null if not even its header was captured. */
export function readTcp({ payload, payloadBytes }: IpPacket): TcpSegment | null {
  if (payload.length < 20) return null
  const headerBytes = ((payload[12] ?? 0) >> 4) * 4
  if (headerBytes < 20 || headerBytes > payloadBytes) return null
  const flags = payload[13] ?? 0
  return {
    sourcePort: uint16(payload, 0),
    targetPort: uint16(payload, 2),
    sequence: uint32(payload, 4),
    acknowledged: uint32(payload, 8),
    isFin: (flags & 1) !== 0,
    isSyn: (flags & 2) !== 0,
    isReset: (flags & 4) !== 0,
    isAck: (flags & 16) !== 0,
    bytes: payload.subarray(headerBytes),
    length: payloadBytes - headerBytes,
  }
}

export interface UdpDatagram {
  readonly sourcePort: number
  readonly targetPort: number
  /** What was captured of the payload. */
  readonly bytes: Uint8Array
  /** Of the payload as it was sent. */
  readonly length: number
}

export const readUdp = ({ payload, payloadBytes }: IpPacket): UdpDatagram | null =>
  payload.length < 8
    ? null
    : {
        sourcePort: uint16(payload, 0),
        targetPort: uint16(payload, 2),
        bytes: payload.subarray(8),
        length: Math.max(0, payloadBytes - 8),
      }
