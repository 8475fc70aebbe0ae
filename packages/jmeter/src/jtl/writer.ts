/** Writes rows as JMeter's CSV results, in the columns that JMeter itself writes and its report reads. */
import { quoted, sampleFormats } from '@pone/engine/sample-log/formats.ts'
import type { JtlRow } from './row.ts'

/** The header line, with its line break. */
export const csvHeader = sampleFormats.jtl.header

/** A line with its line break. */
export function csvLine(row: JtlRow): string {
  const { timeStampMs, elapsedMs, responseCode, responseMessage, dataType, isSuccess, failureMessage } = row
  const answer = `${quoted(responseCode)},${quoted(responseMessage)},${quoted(row.threadName)},${quoted(dataType)}`
  const numbers = `${row.receivedBytes},${row.sentBytes},${row.groupThreads},${row.allThreads}`
  return `${timeStampMs},${elapsedMs},${quoted(row.label)},${answer},${isSuccess},${quoted(failureMessage)},${numbers},${quoted(row.url)},${row.latencyMs},${row.idleMs},${row.connectMs}\n`
}
