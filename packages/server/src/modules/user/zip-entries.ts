/** Lists what a zip file holds, without unpacking it. */

export interface ZipEntry {
  /** As stored: deflated when `isCompressed`. */
  readonly data: Buffer
  readonly isCompressed: boolean
}

const endSignature = 0x06054b50
const directorySignature = 0x02014b50
const deflated = 8

/**
 * Undefined when the file is no zip file, is damaged, or uses anything but plain and deflated entries.
 * @see PKWARE APPNOTE 4.3
 */
export function listZipEntries(file: Buffer): ZipEntry[] | undefined {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== endSignature) return undefined
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      if (file.readUInt32LE(at) !== directorySignature) return undefined
      const method = file.readUInt16LE(at + 10)
      if (method !== 0 && method !== deflated) return undefined
      const sizeBytes = file.readUInt32LE(at + 20)
      const header = file.readUInt32LE(at + 42)
      const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
      if (start + sizeBytes > file.length) return undefined
      entries.push({ data: file.subarray(start, start + sizeBytes), isCompressed: method === deflated })
      at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
  } catch {
    return undefined
  }
  return entries
}
