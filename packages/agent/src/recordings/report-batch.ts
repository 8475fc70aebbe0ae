/** Gathers what a recording proxy tells into few messages: whoever uses the proxy decides how much it is. */
import type { ProxyReport } from '@pone/contract/link/proxy.ts'
import { maxReportsPerMessage } from '@pone/contract/link/recordings.ts'

/** Above this the list of requests would not be live. */
const gatherMs = 250

export class ReportBatch {
  readonly #send: (reports: ProxyReport[]) => void
  #waiting: ProxyReport[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(send: (reports: ProxyReport[]) => void) {
    this.#send = send
  }

  /** Requests wait a moment, of more than a message holds the latest; everything else is sent at once, behind them. */
  add(report: ProxyReport): void {
    if (this.#waiting.length >= maxReportsPerMessage) this.#waiting.shift()
    this.#waiting.push(report)
    if (report.kind === 'exchange') this.#timer ??= setTimeout(() => this.flush(), gatherMs)
    else this.flush()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const reports = this.#waiting
    this.#waiting = []
    if (reports.length > 0) this.#send(reports)
  }
}
