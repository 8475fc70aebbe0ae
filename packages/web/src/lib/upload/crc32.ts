/** CRC-32 as in gzip and zip, used because browsers provide digests only to pages served over HTTPS. */

/** One table per byte of a word: the first for the last byte, so that four bytes are processed at a time. */
const tables = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (const table of tables) {
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    table[byte] = value
  }
}

/** Eight hexadecimal digits. */
export function crc32(bytes: Uint8Array): string {
  const [last, third, second, first] = tables
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let value = -1
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) {
    value ^= view.getInt32(at, true)
    value =
      (first[value & 0xff] ?? 0) ^
      (second[(value >>> 8) & 0xff] ?? 0) ^
      (third[(value >>> 16) & 0xff] ?? 0) ^
      (last[value >>> 24] ?? 0)
  }
  for (; at < bytes.length; at++) value = (last[(value ^ view.getUint8(at)) & 0xff] ?? 0) ^ (value >>> 8)
  return (~value >>> 0).toString(16).padStart(8, '0')
}
