/** The first look at uploaded results: whether they can be a run, when it began, and in which order its rows stand. */
import { AppError } from '@pone/contract/errors.ts'
import { maxRunDurationMs, maxRunLabels } from '@pone/contract/limits.ts'
import type { JtlFault } from '@pone/jmeter/jtl/findings.ts'
import type { JtlReader, JtlReaderOptions } from '@pone/jmeter/jtl/reader.ts'
import { type OpenResults, readResults } from './reading.ts'
import type { Survey } from './thread-messages.ts'

/** @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous */
export async function surveyResults(
  open: OpenResults,
  options: Omit<JtlReaderOptions, 'onRow'>,
  onProgress: (reader: JtlReader) => void,
): Promise<Survey> {
  let startMs = Number.POSITIVE_INFINITY
  let endMs = 0
  let disorderMs = 0
  const labels = new Set<string>()
  const reader = await readResults(
    open,
    {
      ...options,
      onRow: row => {
        const rowEndMs = row.timeStampMs + row.elapsedMs
        if (row.timeStampMs < startMs) startMs = row.timeStampMs
        if (rowEndMs > endMs) endMs = rowEndMs
        else if (endMs - rowEndMs > disorderMs) disorderMs = endMs - rowEndMs
        if (labels.size < maxRunLabels) labels.add(row.label)
      },
    },
    async each => onProgress(each),
  )
  // What was read before a fault is worth nothing: half a run would look like a whole one.
  assertUsable(reader)
  const { rows, skips, lastLine } = reader
  assertSpan(startMs, endMs)
  return { rows, startMs, endMs, labels: labels.size, disorderMs, skips, lastLine }
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

/** Why results with this fault are not taken. */
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
