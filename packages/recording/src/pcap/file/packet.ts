/** A packet of a capture file, and what a reader of such a file reports. */

export interface CapturedPacket {
  /** LINKTYPE of the interface. @see https://www.tcpdump.org/linktypes.html */
  readonly linkType: number
  /** Since 1970, ms with fractions. */
  readonly timeMs: number
  /** As far as it was captured; a view that is valid only during the call. */
  readonly bytes: Uint8Array
}

/** Why the rest of a file cannot be read. */
export type CaptureFault = 'broken' | 'cutOff'

export interface CaptureEvents {
  packet(packet: CapturedPacket): void
  /** Secrets of TLS connections that the file has itself. */
  secrets(keyLog: string): void
  /** @param offset in the file, of the record that cannot be read */
  fault(fault: CaptureFault, offset: number): void
}

/** Longest packet that is taken for one: more than any network has, even with segmentation offload. */
export const maxPacketBytes = 1024 ** 2

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
