/** Problems of a results file: single lines that were left out, or why nothing can be read. */
import type { JtlSkip } from '@pone/contract/entities/jtl.ts'

/** Lines left out for one reason. */
export type Skip = JtlSkip
export type SkipReason = JtlSkip['reason']

/** Why a file cannot be read at all. */
export type JtlFault =
  | { code: 'empty' }
  /** Neither JMeter's CSV nor its XML; `found` is its beginning. */
  | { code: 'notJtl'; found: string }
  /** UTF-32. */
  | { code: 'encoding'; encoding: string }
  | { code: 'missingColumns'; columns: string[] }
  /** Day and month are ambiguous: `dateOrder` must be given. */
  | { code: 'ambiguousDates'; found: string; line: number }
  /** XML that is broken, ends early or has a document type. */
  | { code: 'xml'; line: number; reason: 'documentType' | 'notWellFormed' | 'tooDeep' | 'tooLong' }

const keptLines = 10

/** Counts what was left out. */
export class Skips {
  readonly #byReason = new Map<SkipReason, Skip>()
  #count = 0

  /** All lines that were left out. */
  get count(): number {
    return this.#count
  }

  /** Counts one, by the line it begins on. */
  add(reason: SkipReason, line: number): void {
    this.#count++
    const skip = this.#byReason.get(reason) ?? { reason, count: 0, firstLines: [] }
    this.#byReason.set(reason, skip)
    skip.count++
    if (skip.firstLines.length < keptLines) skip.firstLines.push(line)
  }

  /** By reason, most frequent first. */
  list(): Skip[] {
    return [...this.#byReason.values()].sort((a, b) => b.count - a.count)
  }
}
