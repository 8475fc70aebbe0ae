/** Lines about the collection of monitors, sent to the server once a second; bounded while there is no connection. */
import type { ReportOf } from '@pone/contract/link/messages.ts'

type Line = ReportOf<'monitorLogLines'>['lines'][number]

const maxWaiting = 2_000
const maxAtOnce = 500
const sendEveryMs = 1_000

export class CollectorLog {
  readonly #send: (message: ReportOf<'monitorLogLines'>) => boolean
  readonly #lines: Line[] = []
  #timer: NodeJS.Timeout | undefined

  /** `send` returns false when there is no connection. */
  constructor(send: (message: ReportOf<'monitorLogLines'>) => boolean) {
    this.#send = send
  }

  add(monitorId: string, level: Line['level'], text: string): void {
    this.#lines.push({ monitorId, at: Date.now(), level, text: text.slice(0, 2_000) })
    if (this.#lines.length > maxWaiting) this.#lines.shift()
    this.#timer ??= setTimeout(() => this.#flush(), sendEveryMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = undefined
    const lines = this.#lines.slice(0, maxAtOnce)
    if (lines.length === 0) return
    if (this.#send({ kind: 'monitorLogLines', lines })) this.#lines.splice(0, lines.length)
    if (this.#lines.length > 0) this.#timer = setTimeout(() => this.#flush(), sendEveryMs)
  }
}
