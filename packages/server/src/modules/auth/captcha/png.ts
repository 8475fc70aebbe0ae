/** Writes a raster as a PNG in shades of grey. @see RFC 2083 */
import { crc32, deflateSync } from 'node:zlib'
import type { Raster } from './raster.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** 16 shades are enough for eyes; the speckles of the picture cannot be compressed, and this halves them. */
const bitsPerPixel = 4
const white = 2 ** bitsPerPixel - 1
const grey = 0

/** Dark strokes on white. */
export function encodePng({ width, height, darkness }: Raster): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitsPerPixel, grey], 8)
  // Each row begins with the number of its filter: none. Two pixels share a byte, the left one in its upper half.
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(height * rowBytes)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const shade = Math.round(white - 0.88 * white * (darkness[y * width + x] ?? 0))
      const at = y * rowBytes + 1 + (x >> 1)
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? shade << bitsPerPixel : shade)
    }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
