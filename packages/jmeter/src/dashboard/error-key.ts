/** The name under which the dashboard counts an error: code and message, or the assertion that failed. */
import type { JtlRow } from '../jtl/row.ts'

/** @see ErrorsSummaryConsumer.getErrorKey in org.apache.jmeter.report.processor */
export function errorKeyOf(row: Pick<JtlRow, 'responseCode' | 'responseMessage' | 'failureMessage'>): string {
  const { responseCode, responseMessage, failureMessage } = row
  // JMeter counts 200 to 399 as success, and a code that is not a number as failure.
  const isSuccessCode =
    /^\d+$/.test(responseCode) && Number(responseCode) >= 200 && Number(responseCode) <= 399
  if (isSuccessCode || (responseCode === '' && failureMessage !== ''))
    return failureMessage === '' ? 'Assertion failed' : failureMessage
  return responseMessage === '' ? responseCode : `${responseCode}/${responseMessage}`
}

const maxKinds = 1_000
const otherErrors = 'further kinds of errors'

/** Errors counted by name, of a bounded number of names. */
export class ErrorCounts {
  readonly #counts = new Map<string, number>()
  count = 0

  add(key: string): void {
    this.count++
    const kept = this.#counts.has(key) || this.#counts.size < maxKinds ? key : otherErrors
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1)
  }

  /** Most frequent first. */
  list(): { error: string; count: number }[] {
    return [...this.#counts].map(([error, count]) => ({ error, count })).sort((a, b) => b.count - a.count)
  }
}
