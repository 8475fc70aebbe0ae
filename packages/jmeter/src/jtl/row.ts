/** A sample of a JMeter results file (JTL) as its readers pass it on; the terms are those of JMeter's CSV header. */

/**
 * One row. A reader passes every row through the same object: data kept beyond the callback must be copied.
 * Fields without a column in the file are 0, '' or, for the counts, those of one plain sample.
 */
export interface JtlRow {
  /** Start of the sample, epoch ms; its end is `timeStampMs + elapsedMs`. */
  readonly timeStampMs: number
  readonly elapsedMs: number
  readonly label: string
  readonly responseCode: string
  readonly responseMessage: string
  readonly threadName: string
  readonly dataType: string
  readonly isSuccess: boolean
  /** Of the first assertion that failed. */
  readonly failureMessage: string
  readonly receivedBytes: number
  readonly sentBytes: number
  /** Active threads in the group, and in all groups, of the machine that took the sample. */
  readonly groupThreads: number
  readonly allThreads: number
  /** `null` as text where JMeter knew none. */
  readonly url: string
  readonly latencyMs: number
  readonly idleMs: number
  readonly connectMs: number
  /** More than 1 only in files of JMeter's statistical sending modes. */
  readonly sampleCount: number
  readonly errorCount: number
  /** Machine that took the sample. */
  readonly hostName: string
  /** Whether a transaction controller made it. */
  readonly isTransaction: boolean
  /** Part of another sample that is not a transaction's; only XML contains it. */
  readonly isSubSample: boolean
}

/**
 * Beginning of the message of every sample of a transaction controller.
 * @see Sample.isController in org.apache.jmeter.report.core, TransactionController.notifyListeners
 */
export const transactionMessage = 'Number of samples in transaction'

/** Whether a transaction ran no sample at all; JMeter's dashboard leaves such transactions out of its figures. */
export const isEmptyTransaction = (row: Pick<JtlRow, 'responseMessage'>): boolean =>
  row.responseMessage.startsWith(`${transactionMessage} : 0`)
