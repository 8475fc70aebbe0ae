/** Writes rows as JMeter's CSV results, in the columns that JMeter itself writes and its report reads. */

import { sampleFormats } from '@pone/engine/sample-log/formats.ts'
import { csvField } from '@pone/schema/csv-field.ts'
import type { JtlRow } from './row.ts'

/** The header line, with its line break. */
export const csvHeader = sampleFormats.jtl.header

/** A line with its line break. */
export function csvLine(row: JtlRow): string {
  const { timeStampMs, elapsedMs, responseCode, responseMessage, dataType, isSuccess, failureMessage } = row
  const answer = `${csvField(responseCode)},${csvField(responseMessage)},${csvField(row.threadName)},${csvField(dataType)}`
  const numbers = `${row.receivedBytes},${row.sentBytes},${row.groupThreads},${row.allThreads}`
  return `${timeStampMs},${elapsedMs},${csvField(row.label)},${answer},${isSuccess},${csvField(failureMessage)},${numbers},${csvField(row.url)},${row.latencyMs},${row.idleMs},${row.connectMs}\n`
}
