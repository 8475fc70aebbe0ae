/** The first pass over uploaded results: whether they can be a run, when it started, and the order of its rows. */
import { AppError } from '@pone/contract/errors.ts'
import type { JtlFault } from '@pone/jmeter/jtl/findings.ts'
import type { JtlReaderOptions } from '@pone/jmeter/jtl/format-reader.ts'
import type { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import type { JtlRow } from '@pone/jmeter/jtl/row.ts'
import { maxRunDurationMs, maxRunLabels } from '@pone/schema/limits.ts'
import { type OpenResults, readResults } from './reading.ts'
import type { Survey } from './thread-messages.ts'

/** Collects the times of rows. */
export class Surveyor {
  startMs = Number.POSITIVE_INFINITY
  endMs = 0
  disorderMs = 0
  readonly #labels = new Set<string>()

  add(row: JtlRow): void {
    const rowEndMs = row.timeStampMs + row.elapsedMs
    if (row.timeStampMs < this.startMs) this.startMs = row.timeStampMs
    if (rowEndMs > this.endMs) this.endMs = rowEndMs
    else if (this.endMs - rowEndMs > this.disorderMs) this.disorderMs = this.endMs - rowEndMs
    // The number is only needed if the rows are not in order.
    if (this.disorderMs > 0 && this.#labels.size < maxRunLabels) this.#labels.add(row.label)
  }

  /** For a reader that has come to the end. @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
  survey(reader: JtlReader): Survey {
    // Rows before an error are not used, because half a run would look like a complete one.
    assertUsable(reader)
    const { startMs, endMs, disorderMs } = this
    assertSpan(startMs, endMs)
    const { rows, skips, lastLine } = reader
    return { rows, startMs, endMs, labels: Math.max(1, this.#labels.size), disorderMs, skips, lastLine }
  }
}

/** @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
export async function surveyResults(
  open: OpenResults,
  options: Omit<JtlReaderOptions, 'onRow'>,
  onProgress: (reader: JtlReader) => void,
): Promise<Survey> {
  const surveyor = new Surveyor()
  const reader = await readResults(open, { ...options, onRow: row => surveyor.add(row) }, async each =>
    onProgress(each),
  )
  return surveyor.survey(reader)
}

/** For a reader that has come to the end. @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
export function assertUsable({ fault, rows, skipped }: JtlReader): void {
  if (fault !== null) throw refusalOf(fault)
  if (rows === 0)
    throw new AppError('FileContentRefused', { detail: skipped > 0 ? 'resultsAllSkipped' : 'resultsNoRows' })
}

/** @throws AppError FileContentRefused where it is longer than any run */
export function assertSpan(startMs: number, endMs: number): void {
  if (endMs - startMs > maxRunDurationMs)
    throw new AppError('FileContentRefused', { detail: 'resultsTooLong' })
}

/** Why results with this fault are refused. */
function refusalOf(fault: JtlFault): AppError {
  switch (fault.code) {
    case 'missingColumns':
      return new AppError('ResultsLackColumns', { columns: fault.columns.join(', ') })
    case 'ambiguousDates':
      return new AppError('ResultsDatesAmbiguous', { found: fault.found, line: fault.line })
    case 'empty':
      return new AppError('FileContentRefused', { detail: 'resultsNoRows' })
    case 'notJtl':
      return new AppError('FileContentRefused', { detail: 'resultsUnknown' })
    case 'encoding':
      return new AppError('FileContentRefused', { detail: 'resultsEncoding' })
    case 'xml':
      return new AppError('ResultsBroken', { line: fault.line })
  }
}
