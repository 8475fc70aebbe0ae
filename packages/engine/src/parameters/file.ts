/** Rows of a parameter file, which stays on disk: blocks around the needed rows are read on demand, and a few are cached. */

import { openSync, readSync } from 'node:fs'
import { CauseError } from '@pone/contract/told-cause.ts'
import { type Dialect, RowScanner, splitFields } from '@pone/plan/parameters/delimited.ts'
import type { RowParameter } from '@pone/plan/parameters/parameters.ts'
import { type IndexOptions, rowIndexOf } from './row-index.ts'
import type { RowSource } from './row-source.ts'

type FileParameter = Extract<RowParameter, { kind: 'file' }>

/** Blocks kept by one parameter in one worker, bytes. */
const maxCachedBytes = 1024 ** 2

interface Block {
  readonly bytes: Buffer
  /** Begin and end of each row, two numbers each. */
  readonly bounds: readonly number[]
}

/** Opens the file. @throws Error when it cannot be read or a row is too long */
export function fileSource(
  parameter: FileParameter,
  path: string,
  options: Pick<IndexOptions, 'blockBytes' | 'onProgress'> = {},
): RowSource {
  const index = rowIndexOf({ ...options, path, dialect: parameter })
  const file = openSync(path, 'r')
  const decode = decoderOf(parameter.encoding)
  const firstRow = parameter.hasHeader ? 1 : 0
  const blocks = new Map<number, Block>()
  let cachedBytes = 0

  /** Drops the oldest blocks; returns the last one dropped. */
  const makeRoom = (length: number): Buffer | null => {
    let dropped: Buffer | null = null
    for (const [entry, { bytes }] of blocks) {
      if (cachedBytes + length <= maxCachedBytes) break
      blocks.delete(entry)
      cachedBytes -= bytes.length
      dropped = bytes
    }
    return dropped
  }

  const load = (entry: number): Block => {
    const begin = index.offsets[entry] ?? 0
    const length = (index.offsets[entry + 1] ?? begin) - begin
    const spare = makeRoom(length)
    // Reusing a dropped block's bytes keeps memory flat where the garbage collector would wait.
    const bytes =
      spare !== null && spare.buffer.byteLength >= length
        ? Buffer.from(spare.buffer, 0, length)
        : Buffer.from(new ArrayBuffer(Math.ceil(length * 1.25)), 0, length)
    if (readSync(file, bytes, 0, bytes.length, begin) < bytes.length) {
      throw new CauseError('parameterFileShorter', { parameter: parameter.columns.join(', ') })
    }
    const block = { bytes, bounds: boundsOf(bytes, parameter) }
    blocks.set(entry, block)
    cachedBytes += length
    return block
  }

  return {
    columns: parameter.columns,
    rowCount: Math.max(0, index.rowCount - firstRow),
    read(row) {
      const position = row + firstRow
      const entry = entryOf(index.rows, position)
      const block = blocks.get(entry) ?? load(entry)
      const at = (position - (index.rows[entry] ?? 0)) * 2
      return splitFields(decode(block.bytes, block.bounds[at] ?? 0, block.bounds[at + 1] ?? 0), parameter)
    },
  }
}

function boundsOf(bytes: Buffer, dialect: Dialect): number[] {
  const bounds: number[] = []
  const onRow = (begin: number, end: number) => void bounds.push(begin, end)
  const scanner = new RowScanner(dialect)
  scanner.scan(bytes, 0, onRow)
  scanner.finish(bytes.length, onRow)
  return bounds
}

/** The last entry whose row is not after the requested one. */
function entryOf(rows: Uint32Array, wanted: number): number {
  let low = 0
  let high = rows.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((rows[middle] ?? 0) <= wanted) low = middle
    else high = middle
  }
  return low
}

function decoderOf(encoding: Dialect['encoding']): (bytes: Buffer, begin: number, end: number) => string {
  if (encoding === 'utf-8') return (bytes, begin, end) => bytes.toString('utf8', begin, end)
  const decoder = new TextDecoder(encoding)
  return (bytes, begin, end) => decoder.decode(bytes.subarray(begin, end))
}
