/** Follows the log of slow operations of a target on the agent's own machine: rotation, truncation, half entries, any size. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { NoPlan, type SampleStatement } from '../../plans/plan.ts'
import type { TargetRecord } from '../../reading/records.ts'
import { slowLogRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { readMysqlLog } from './mysql-log.ts'
import { readPostgresLog } from './postgresql-log.ts'
import type { SlowLogEntry, SlowLogReader } from './slow-log-entry.ts'

/** At the first look only so much of the end is read. */
const firstBytes = 256 * 1024
/** Per collection; of a log that grows faster the oldest part is left out. */
const maxBytes = 1024 * 1024
/** An entry that is longer never ends. */
const maxEntryBytes = 128 * 1024
const shownEntries = 100

const readers: Readonly<Record<z.infer<typeof slowLogRequestSchema>['format'], SlowLogReader>> = {
  mysql: readMysqlLog,
  postgresql: readPostgresLog,
}

const readerOf = (request: unknown): SlowLogReader => readers[slowLogRequestSchema.parse(request).format]

/** `folders`: where log files may lie. */
export const slowLogTransport = (folders: readonly string[]): Transport => ({
  open: async params => new SlowLogFollower(String(params['slowLogAddress'] ?? ''), folders),
})

class SlowLogFollower implements TargetConnection {
  readonly #path: string
  readonly #folders: readonly string[]
  #file: LogFile | undefined
  #position = 0
  /** Nothing was added since the look before. */
  #isQuiet = false
  #hasEntries = false
  #newest: TargetRecord[] = []

  constructor(path: string, folders: readonly string[]) {
    this.#path = path
    this.#folders = folders
  }

  async ask(request: unknown): Promise<SectionAnswer> {
    const read = readerOf(request)
    const current = await openLogFile(this.#path, this.#folders)
    let skipped = 0
    try {
      if (this.#file && this.#file.identity !== current.identity) {
        // What was written before the log was rotated.
        skipped += await this.#readOn(this.#file, read, true)
        await this.#file.handle.close()
        this.#file = undefined
        this.#position = 0
      } else if (this.#file === undefined) {
        this.#position = Math.max(0, current.sizeBytes - firstBytes)
      }
      skipped += await this.#readOn(current, read, false)
    } catch (error) {
      await current.handle.close()
      throw error
    }
    await this.#file?.handle.close()
    this.#file = current
    const isForeign = !this.#hasEntries && this.#position > firstBytes
    if (isForeign) throw new TargetFault('malformed')
    return skipped > 0
      ? { records: this.#newest, fault: new TargetFault('tooLarge', `${skipped} bytes`) }
      : { records: this.#newest }
  }

  async probe(): Promise<ProbeResult> {
    const file = await openLogFile(this.#path, this.#folders)
    await file.handle.close()
    return { product: '', version: '', missingRights: [] }
  }

  async sample(
    request: unknown,
    labels: Readonly<Record<string, string>>,
  ): Promise<SampleStatement | undefined> {
    const [identity, offset] = (labels['entry'] ?? '').split('@')
    const file = await openLogFile(this.#path, this.#folders)
    try {
      if (identity !== hashed(file.identity) || !/^\d+$/.test(offset ?? '')) return undefined
      const bytes = await readAt(file, Number(offset), maxEntryBytes)
      const [entry] = readerOf(request)(bytes, true).entries
      if (entry === undefined || entry.offset !== 0) throw new NoPlan('noSample')
      return { text: entry.statement.replace(/;\s*$/, ''), database: entry.database, account: '' }
    } finally {
      await file.handle.close()
    }
  }

  close(): void {
    void this.#file?.handle.close().catch(() => undefined)
    this.#file = undefined
  }

  /** Returns the bytes that were left out. */
  async #readOn(file: LogFile, read: SlowLogReader, isEnded: boolean): Promise<number> {
    const { size, mtimeMs } = await file.handle.stat()
    if (size < this.#position) this.#position = 0
    const behind = size - this.#position
    const skipped = behind > 8 * maxBytes ? behind - maxBytes : 0
    this.#position += skipped
    const bytes = await readAt(file, this.#position, Math.min(maxBytes, size - this.#position))
    const isAtEnd = this.#position + bytes.length >= size
    const isWhole = isAtEnd && (isEnded || this.#isQuiet) && bytes.at(-1) === 10
    const { entries, rest } = read(bytes, isWhole, isAtEnd ? mtimeMs : undefined)
    const base = this.#position
    this.#isQuiet = isAtEnd && entries.length === 0 && !this.#isQuiet
    this.#hasEntries ||= entries.length > 0 || rest < bytes.length
    // A beginning that never ends is no entry.
    this.#position += rest === 0 && bytes.length >= maxEntryBytes ? bytes.length : lineStart(bytes, rest)
    this.#newest = [...entries.map(entry => recordOf(entry, file, base)).toReversed(), ...this.#newest].slice(
      0,
      shownEntries,
    )
    return skipped
  }
}

/** A half line at the end is read again. */
const lineStart = (bytes: Buffer, rest: number): number =>
  rest < bytes.length ? rest : bytes.lastIndexOf(10) + 1

/** The identity of a file tells nothing more than that it is the same. */
const hashed = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 16)

const recordOf = (entry: SlowLogEntry, { identity }: LogFile, base: number): TargetRecord => ({
  entry: `${hashed(identity)}@${base + entry.offset}`,
  at: new Date(entry.at).toISOString(),
  durationMs: String(entry.durationMs),
  statement: entry.statement,
  db: entry.database,
  account: entry.account,
  sentRows: entry.sentRows,
  examinedRows: entry.examinedRows,
})

async function readAt({ handle }: LogFile, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
  return buffer.subarray(0, bytesRead)
}
