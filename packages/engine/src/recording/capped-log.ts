/** Log lines of a second, with a maximum; the number of omitted lines is itself a line. */

import type { LogLine } from '@pone/contract/entities/run.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { shortenedText } from '@pone/schema/coded-text.ts'

const maxLinesPerSecond = 100
const maxMessageLength = 4_000

export class CappedLog {
  #lines: LogLine[] = []
  #leftOut = 0

  /** Whether a line would still be kept: check before building an expensive one. */
  get hasRoom(): boolean {
    return this.#lines.length < maxLinesPerSecond
  }

  /** Counts a line that was not built. */
  leaveOut(): void {
    this.#leftOut++
  }

  add(line: LogLine): void {
    if (this.hasRoom) this.#lines.push({ ...line, message: shortenedText(line.message, maxMessageLength) })
    else this.#leftOut++
  }

  /** Returns the lines and resets; `at` in epoch ms. */
  take(at: number): LogLine[] {
    const lines = this.#lines
    if (this.#leftOut > 0) {
      lines.push({
        at,
        level: 'warn',
        source: 'log',
        message: toldCause('linesLeftOut', { count: this.#leftOut }),
      })
    }
    this.#lines = []
    this.#leftOut = 0
    return lines
  }
}
