/** The options of a reader of one results format, and its results. */
import type { JtlFault, Skips } from './findings.ts'
import type { JtlRow } from './row.ts'

export interface JtlReaderOptions {
  /** Called with every row, in the order of the file, always with the same object. */
  onRow(row: JtlRow): void
  /** Offset east of UTC, for times that are written as dates without a zone. Default 0. */
  utcOffsetMinutes?: number
  /** Order of dates like 03/04/2024, where the file does not show it. */
  dateOrder?: 'dayFirst' | 'monthFirst'
}

/** Reader of one format, used by JtlReader. */
export interface FormatReader {
  readonly rows: number
  readonly skips: Skips
  readonly fault: JtlFault | null
  readonly lastLine: LastLine
  readonly pendingBytes: number
  push(bytes: Uint8Array): void
  end(): void
}

/**
 * How the file ends: `unended` was complete except for its line break and is counted, `half` was cut off and is left
 * out without being a bad line.
 */
export type LastLine = 'whole' | 'unended' | 'half'
