/** Inspects an uploaded parameter file in one pass: checksum, lines, and whether it is text. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface TextInspection {
  readonly sha256: string
  /** Lines with content. */
  readonly lines: number
  /** Position of the first byte that no text file contains; null when it is text. */
  readonly binaryAt: number | null
}

const lineFeed = 10
const carriageReturn = 13
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === carriageReturn

/** Reads the stream to its end with constant memory. Bytes below 32 other than tab, line feed, form feed and carriage return mark a binary file. */
export async function inspectText(stream: Readable): Promise<TextInspection> {
  const hash = createHash('sha256')
  let lines = 0
  let hasContent = false
  let binaryAt: number | null = null
  let offset = 0
  for await (const chunk of stream) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    hash.update(bytes)
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0
      if (byte === lineFeed) {
        if (hasContent) lines += 1
        hasContent = false
      } else if (!isBlank(byte)) {
        hasContent = true
        if (byte < 32 && byte !== 12 && binaryAt === null) binaryAt = offset + i
      }
    }
    offset += bytes.length
  }
  return { sha256: hash.digest('hex'), lines: hasContent ? lines + 1 : lines, binaryAt }
}
