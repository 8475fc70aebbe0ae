/**
 * The spool file of a worker: one batch per line, append-only; the agent reads it and sends it until the server has
 * stored everything.
 */
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'

const lineFeed = 0x0a
const readChunkBytes = 1024 ** 2

/** Appends batches, each with one write. */
export class SpoolWriter {
  readonly #file: number

  /**
   * Opens the file, which is created if it is missing; an incomplete line of a killed writer is terminated first.
   * @throws the system's error
   */
  constructor(path: string) {
    const isCut = endsWithHalfLine(path)
    this.#file = openSync(path, 'a', 0o600)
    if (isCut) writeSync(this.#file, '\n')
  }

  /** Appends a batch, completely or not at all. @throws the system's error, e.g. ENOSPC */
  append(batch: Batch): void {
    const line = Buffer.from(`${JSON.stringify(batch)}\n`)
    const { size } = fstatSync(this.#file)
    try {
      for (let at = 0; at < line.length; ) at += writeSync(this.#file, line, at)
    } catch (cause) {
      // An incomplete line would spoil the next one.
      ftruncateSync(this.#file, size)
      throw cause
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Reads what was appended since the last read. */
export class SpoolReader {
  readonly #path: string
  #offset = 0

  constructor(path: string) {
    this.#path = path
  }

  /** The next complete batches in order, about a MiB of them; empty when there are none yet. Damaged lines are left out. */
  read(): Batch[] {
    if (!existsSync(this.#path)) return []
    for (;;) {
      const bytes = this.#readLines()
      if (bytes.length === 0) return []
      this.#offset += bytes.length
      const batches = batchesOf(bytes)
      if (batches.length > 0) return batches
    }
  }

  /** Bytes from the offset on up to the last line break within a chunk, or within a longer one when a line is longer. */
  #readLines(): Buffer {
    const file = openSync(this.#path, 'r')
    try {
      const left = fstatSync(file).size - this.#offset
      for (let length = Math.min(left, readChunkBytes); length > 0; length = Math.min(left, length * 2)) {
        const bytes = Buffer.alloc(length)
        const count = readSync(file, bytes, 0, length, this.#offset)
        const end = bytes.subarray(0, count).lastIndexOf(lineFeed)
        if (end >= 0) return bytes.subarray(0, end + 1)
        if (length === left) break
      }
      return Buffer.alloc(0)
    } finally {
      closeSync(file)
    }
  }
}

/** All batches of a spool with a sequence number above `afterSeq`. */
export function readBatches(path: string, afterSeq = 0): Batch[] {
  const reader = new SpoolReader(path)
  const batches: Batch[] = []
  for (let next = reader.read(); next.length > 0; next = reader.read()) {
    batches.push(...next.filter(batch => batch.seq > afterSeq))
  }
  return batches
}

/** One line of a spool; null when it is damaged. */
export function parseBatch(line: string): Batch | null {
  try {
    const parsed = batchSchema.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function endsWithHalfLine(path: string): boolean {
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) return false
    const last = Buffer.alloc(1)
    readSync(file, last, 0, 1, size - 1)
    return last[0] !== lineFeed
  } finally {
    closeSync(file)
  }
}

const batchesOf = (lines: Buffer): Batch[] =>
  lines
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(parseBatch)
    .filter(batch => batch !== null)
