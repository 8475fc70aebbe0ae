/** The first look at uploaded results: whether they can be a run, when it began, and in which order its rows stand. */
import { AppError } from '@pone/contract/errors.ts'
import { maxRunDurationMs, maxRunLabels } from '@pone/contract/limits.ts'
import type { JtlFault, Skip } from '@pone/jmeter/jtl/findings.ts'
import type { JtlReaderOptions, LastLine } from '@pone/jmeter/jtl/reader.ts'
import { readResults } from './read-file.ts'

export interface Survey {
  readonly rows: number
  /** First start and last end, epoch ms. */
  readonly startMs: number
  readonly endMs: number
  /** Names of samples, as far as a run tells them apart. */
  readonly labels: number
  /** Longest time by which a row ended before one that stands above it. */
  readonly disorderMs: number
  readonly skips: readonly Skip[]
  readonly lastLine: LastLine
}

/** @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous */
export async function surveyResults(path: string, options: Omit<JtlReaderOptions, 'onRow'>): Promise<Survey> {
  let startMs = Number.POSITIVE_INFINITY
  let endMs = 0
  let disorderMs = 0
  const labels = new Set<string>()
  const reader = await readResults(path, {
    ...options,
    onRow: row => {
      const rowEndMs = row.timeStampMs + row.elapsedMs
      if (row.timeStampMs < startMs) startMs = row.timeStampMs
      if (rowEndMs > endMs) endMs = rowEndMs
      else if (endMs - rowEndMs > disorderMs) disorderMs = endMs - rowEndMs
      if (labels.size < maxRunLabels) labels.add(row.label)
    },
  })
  const { rows, fault, skips, lastLine } = reader
  // What was read before a fault is worth nothing: half a run would look like a whole one.
  if (fault !== null) throw refusalOf(fault)
  if (rows === 0) throw new AppError('FileContentRefused', { detail: 'resultsNoRows' })
  if (endMs - startMs > maxRunDurationMs)
    throw new AppError('FileContentRefused', { detail: 'resultsTooLong' })
  return { rows, startMs, endMs, labels: labels.size, disorderMs, skips, lastLine }
}

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
