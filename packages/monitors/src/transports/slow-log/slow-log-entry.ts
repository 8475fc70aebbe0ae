/** What readers of logs of slow operations return. */

export interface SlowLogEntry {
  /** Of its first byte from the beginning of the text. */
  readonly offset: number
  /** Epoch ms. */
  readonly at: number
  readonly durationMs: number
  readonly account: string
  /** '' where the log does not tell it. */
  readonly database: string
  /** Rows as the log tells them, '' where it does not. */
  readonly sentRows: string
  readonly examinedRows: string
  /** With its literals. */
  readonly statement: string
}

export interface SlowLogPart {
  readonly entries: readonly SlowLogEntry[]
  /** Where the last entry begins, which may go on; the length of the text where none does. */
  readonly rest: number
}

/**
 * `isWhole`: nothing follows, so that the last entry has ended too. Offsets are of bytes. What is no entry is dropped.
 * `writtenAt`: when the last line was written, epoch ms; undefined where more lines follow in the file.
 */
export type SlowLogReader = (bytes: Buffer, isWhole: boolean, writtenAt?: number) => SlowLogPart

/** Longest statement of an entry. */
export const maxStatement = 8_192

/** Cuts a text into entries at the bytes where they start. */
export function readEntries(
  bytes: Buffer,
  isWhole: boolean,
  starts: readonly number[],
  entryOf: (bytes: Buffer, start: number, end: number) => SlowLogEntry | undefined,
): SlowLogPart {
  const last = starts.at(-1)
  const ends = [...starts.slice(1), bytes.length]
  const used = isWhole ? starts : starts.slice(0, -1)
  const entries = used.flatMap((start, index) => entryOf(bytes, start, ends[index] ?? bytes.length) ?? [])
  return { entries, rest: isWhole || last === undefined ? bytes.length : last }
}
