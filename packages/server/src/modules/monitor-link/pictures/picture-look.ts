/** Reads from the bytes of a picture which format it has and how large it is; SVG and others are not known here. Pure. */
import type { LinkPicture } from '@pone/contract/entities/monitor-link.ts'

export type PictureLook = Pick<LinkPicture, 'mediaType' | 'width' | 'height'>

/** null: no PNG, JPEG or WebP, or one whose size cannot be read. */
export function lookAtPicture(bytes: Buffer): PictureLook | null {
  const found = pngLook(bytes) ?? jpegLook(bytes) ?? webpLook(bytes)
  return found !== null && found.width > 0 && found.height > 0 ? found : null
}

/** @see https://www.w3.org/TR/png-3/#11IHDR */
function pngLook(bytes: Buffer): PictureLook | null {
  if (bytes.length < 33 || !startsWith(bytes, '\x89PNG\r\n\x1a\n')) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers that begin a frame; C4, C8 and CC among them mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** @see ITU-T T.81, B.2.2 */
function jpegLook(bytes: Buffer): PictureLook | null {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Fill bytes, and markers without content.
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (isFrame(marker))
      return {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function webpLook(bytes: Buffer): PictureLook | null {
  if (bytes.length < 30 || !startsWith(bytes, 'RIFF') || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16))
  return size && { mediaType: 'image/webp', ...size }
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ' && bytes.toString('latin1', 23, 26) === '\x9d\x01\x2a')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return null
}

const startsWith = (bytes: Buffer, beginning: string): boolean =>
  bytes.toString('latin1', 0, beginning.length) === beginning
