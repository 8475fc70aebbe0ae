/** What a reader of one format of results is made with, and what it answers. */
import type { JtlFault, Skips } from './findings.ts'
import type { JtlRow } from './row.ts'

export interface JtlReaderOptions {
  /** Gets every row, in the order of the file, always through the same object. */
  onRow(row: JtlRow): void
  /** East of UTC, of times that are written as dates without a zone. Default 0. */
  utcOffsetMinutes?: number
  /** Of dates like 03/04/2024, where the file does not tell. */
  dateOrder?: 'dayFirst' | 'monthFirst'
}

/** Reader of one format, behind JtlReader. */
export interface FormatReader {
  readonly rows: number
  readonly skips: Skips
  readonly fault: JtlFault | null
  readonly lastLine: LastLine
  readonly pendingBytes: number
  push(bytes: Uint8Array): void
  end(): void
}

/** How the file ends: `unended` was whole but for its line break and is counted, `half` was cut off and is left out without being a bad line. */
export type LastLine = 'whole' | 'unended' | 'half'
