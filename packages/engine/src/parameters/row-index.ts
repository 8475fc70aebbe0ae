/**
 * The positions of a parameter file's rows: one entry per block of bytes, so that the index of 5 GB takes a few MiB.
 * Files that are named by their checksum keep their index beside them: it is built once per machine, by the first
 * worker, and the others wait for it.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename } from 'node:path'
import { type Dialect, markLength, RowScanner } from '@pone/plan/parameters/delimited.ts'

/** Entry i means: row `rows[i]` begins at byte `offsets[i]`; the last entry is the file's end. */
export interface RowIndex {
  readonly rowCount: number
  readonly rows: Uint32Array
  readonly offsets: Float64Array
}

export interface IndexOptions {
  readonly path: string
  readonly dialect: Dialect
  /** Smallest block, bytes. */
  readonly blockBytes?: number
  /** Called repeatedly while the index is built, 0 to 1. */
  onProgress?(ratio01: number): void
}

const defaultBlockBytes = 8 * 1024
const maxEntries = 2 ** 19
const chunkBytes = 1024 ** 2
const checksumName = /^[0-9a-f]{64}$/
const waitMs = 20
const maxWaitMs = 600_000

/** The index of a file, read from beside it where it is kept there. @throws Error when the file cannot be read or a row is too long */
export function rowIndexOf(options: IndexOptions): RowIndex {
  if (!checksumName.test(basename(options.path))) return buildRowIndex(options)
  const { delimiter, quote, encoding } = options.dialect
  const key = createHash('sha256')
    .update(JSON.stringify([delimiter, quote, encoding, options.blockBytes ?? defaultBlockBytes]))
    .digest('hex')
  const kept = `${options.path}.${key.slice(0, 16)}.rows`
  const lock = `${kept}.lock`
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += waitMs) {
    const known = readKept(kept, options.path)
    if (known !== null) return known
    const taken = takeLock(lock)
    if (taken === 'impossible') break
    if (taken === 'taken') {
      try {
        // It may have been written between the check and the lock.
        const other = readKept(kept, options.path)
        if (other !== null) return other
        const index = buildRowIndex(options)
        keep(index, kept)
        return index
      } finally {
        rmSync(lock, { force: true })
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
  }
  return buildRowIndex(options)
}

/** Reads the whole file once. */
function buildRowIndex(options: IndexOptions): RowIndex {
  const { path, dialect, blockBytes } = options
  const file = openSync(path, 'r')
  try {
    const { size } = statSync(path)
    const step = Math.max(blockBytes ?? defaultBlockBytes, Math.ceil(size / maxEntries))
    const capacity = Math.ceil(size / step) + 2
    const rows = new Uint32Array(capacity)
    const offsets = new Float64Array(capacity)
    let entries = 0
    let rowCount = 0
    let nextEntryAt = 0
    const onRow = (begin: number) => {
      if (begin >= nextEntryAt) {
        rows[entries] = rowCount
        offsets[entries++] = begin
        nextEntryAt = begin + step
      }
      rowCount++
    }
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let base = 0
    let scanner: RowScanner | null = null
    for (let length = 1; length > 0; base += length) {
      length = readSync(file, chunk, 0, chunkBytes, base)
      const from: number = scanner === null ? markLength(chunk.subarray(0, length), dialect.encoding) : 0
      scanner ??= new RowScanner(dialect, from)
      scanner.scan(chunk.subarray(from, length), base + from, onRow)
      options.onProgress?.(base / size)
    }
    scanner?.finish(base, onRow)
    rows[entries] = rowCount
    offsets[entries++] = base
    return { rowCount, rows: rows.slice(0, entries), offsets: offsets.slice(0, entries) }
  } finally {
    closeSync(file)
  }
}

function takeLock(path: string): 'taken' | 'busy' | 'impossible' {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    return 'taken'
  } catch (error) {
    if (!isError(error, 'EEXIST')) return 'impossible'
  }
  if (!isHolderAlive(path)) rmSync(path, { force: true })
  return 'busy'
}

function isHolderAlive(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // Empty while its holder writes it.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < 10_000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isError(error, 'EPERM') || isError(error, 'ENOENT')
  }
}

const isError = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const formatMark = 'pone-rows-1'
const headBytes = 64

/** Writes a temporary file first, so that no incomplete index is read; on a full or read-only disk the next worker builds it again. */
function keep(index: RowIndex, target: string): void {
  const side = `${target}.${process.pid}.part`
  const head = Buffer.alloc(headBytes)
  head.write(`${formatMark} ${index.rowCount} ${index.rows.length}`)
  const bytesOf = (part: Uint32Array | Float64Array) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  try {
    writeFileSync(side, Buffer.concat([head, bytesOf(index.offsets), bytesOf(index.rows)]), { mode: 0o600 })
    renameSync(side, target)
  } catch {
    rmSync(side, { force: true })
  }
}

/** null when there is none, or one that does not fit the file. */
function readKept(kept: string, path: string): RowIndex | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(kept)
  } catch {
    return null
  }
  const head = bytes.subarray(0, headBytes).toString().replaceAll('\0', '')
  const [mark, rowCount, count] = head.split(' ')
  const entries = Number(count)
  if (mark !== formatMark || bytes.length !== headBytes + entries * 12) return null
  const arrays = new Uint8Array(bytes.subarray(headBytes)).buffer
  const offsets = new Float64Array(arrays, 0, entries)
  if (offsets.at(-1) !== statSync(path).size) return null
  return { rowCount: Number(rowCount), offsets, rows: new Uint32Array(arrays, entries * 8, entries) }
}
