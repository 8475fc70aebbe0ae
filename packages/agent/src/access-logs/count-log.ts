/** Counts an access log, or the part of it that matters, as a production mix; also a log that gzip has compressed. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { maxLogBytes } from '@pone/contract/entities/log-count.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { logStart } from '@pone/recording/access-log/log-start.ts'
import { AccessLogReader, lineTimeOf } from '@pone/recording/access-log/read-access-log.ts'
import { mixDocumentOf } from '@pone/recording/mix/mix-document.ts'
import type { CountCommand } from './messages.ts'

const pieceBytes = 1024 * 1024
const lineFeed = 10

/** Bytes of the file from there on. @throws the error of the file system */
export type ReadFile = (from: number, length: number) => Promise<Uint8Array>

export interface OpenLog {
  readonly sizeBytes: number
  readonly read: ReadFile
}

export interface CountedLog {
  readonly document: ProductionMixDocument | null
  /** Whether the log was larger than what is counted. */
  readonly isCut: boolean
}

interface Counting extends CountCommand {
  readonly onProgress: (readBytes: number, sizeBytes: number) => void
  /** Of what is counted. */
  readonly maxBytes?: number
}

/** @throws what zlib says of a damaged file, or the error of the file system */
export async function countLog(log: OpenLog, order: Counting): Promise<CountedLog> {
  const { path, logFormat, fromMs, maxBytes = maxLogBytes } = order
  const reader = new AccessLogReader(logFormat, fromMs ?? Number.NEGATIVE_INFINITY)
  const [first, second] = await log.read(0, 2)
  const isCut =
    first === 0x1f && second === 0x8b
      ? await feedUnpacked(log, reader, { ...order, maxBytes })
      : await feedEnd(log, reader, { ...order, maxBytes })
  return { document: mixDocumentOf(reader.end(), path), isCut }
}

type Bounded = Counting & { readonly maxBytes: number }

/** From the begin of the period on, at most its last bytes. */
async function feedEnd(log: OpenLog, reader: AccessLogReader, order: Bounded): Promise<boolean> {
  const { fromMs, logFormat, maxBytes } = order
  const begin = fromMs === null ? 0 : await logStart(log, { fromMs, timeOf: lineTimeOf(logFormat) })
  const from = Math.max(begin, log.sizeBytes - maxBytes)
  let isInLine = from > 0
  for await (const piece of pieces(log, from, order)) {
    const lineEnd = isInLine ? piece.indexOf(lineFeed) : -1
    if (isInLine && lineEnd < 0) continue
    isInLine = false
    reader.feed(piece.subarray(lineEnd + 1))
  }
  return from > begin
}

async function feedUnpacked(log: OpenLog, reader: AccessLogReader, order: Bounded): Promise<boolean> {
  const unpacked = Readable.from(pieces(log, 0, order)).pipe(createGunzip())
  let count = 0
  for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
    reader.feed(piece.subarray(0, order.maxBytes - count))
    count += piece.length
    if (count > order.maxBytes) return true
  }
  return false
}

async function* pieces(
  { sizeBytes, read }: OpenLog,
  begin: number,
  { onProgress }: Pick<Counting, 'onProgress'>,
): AsyncGenerator<Uint8Array> {
  // What is appended meanwhile is of a later time.
  for (let from = begin; from < sizeBytes; ) {
    const piece = await read(from, Math.min(pieceBytes, sizeBytes - from))
    // It was cut off meanwhile.
    if (piece.length === 0) return
    from += piece.length
    onProgress(from - begin, sizeBytes - begin)
    yield piece
  }
}
