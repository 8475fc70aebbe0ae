/** Where the IP packet begins in a captured frame. @see https://www.tcpdump.org/linktypes.html */

const ipv4 = 0x0800
const ipv6 = 0x86dd
const pppoe = 0x8864
const vlans = [0x8100, 0x88a8, 0x9100]
/** VLANs in VLANs. */
const maxVlans = 4

/** Offset of the IP packet; null if the frame holds none. Which version it is, its own first bits tell. */
export function ipOffset(linkType: number, frame: Uint8Array): number | null {
  switch (linkType) {
    case 1:
      return behindEtherType(frame, 12)
    case 113:
      return behindEtherType(frame, 14)
    case 276:
      return behindEtherType(frame, 0, 20)
    case 0:
    case 108:
      return frame.length > 4 ? 4 : null
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return 0
    default:
      return null
  }
}

/** @param at of the EtherType; @param next of what follows it */
function behindEtherType(frame: Uint8Array, at: number, next = at + 2): number | null {
  let type = uint16(frame, at)
  let offset = next
  for (let count = 0; count < maxVlans && vlans.includes(type); count++) {
    type = uint16(frame, offset + 2)
    offset += 4
  }
  if (type === pppoe) {
    const protocol = uint16(frame, offset + 6)
    return protocol === 0x21 || protocol === 0x57 ? offset + 8 : null
  }
  return type === ipv4 || type === ipv6 ? offset : null
}

/** 0 beyond the end. */
export const uint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

export const uint32 = (bytes: Uint8Array, at: number): number =>
  uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2)
