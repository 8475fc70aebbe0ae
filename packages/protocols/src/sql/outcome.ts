/** What comes of an operation of SQL: the figures of a sample, and the result that checkpoints, extractors and the debug view read. */
import type { Outcome } from '../protocol.ts'
import type { SqlConnection } from './connection.ts'
import type { SqlFault } from './fault.ts'
import type { ResultTable } from './result-table.ts'

const encoder = new TextEncoder()
const nothing = new Uint8Array()

/** Index of each phase in the definition. */
export const phaseIndex = { poolWait: 0, dns: 1, connect: 2, tls: 3, login: 4, execute: 5, fetch: 6 } as const
const phaseCount = Object.keys(phaseIndex).length

/** Measures an operation while it goes on. */
export class Stopwatch {
  readonly phasesUs: (number | null)[] = Array.from({ length: phaseCount }, () => null)
  readonly #startedAt = performance.now()
  #stepAt = this.#startedAt

  /** Ends a phase that began where the one before ended. */
  mark(phase: keyof typeof phaseIndex): void {
    const at = performance.now()
    this.phasesUs[phaseIndex[phase]] = microseconds(at - this.#stepAt)
    this.#stepAt = at
  }

  /** Takes over the parts of a connection that was opened. */
  opened({ times }: SqlConnection): void {
    this.phasesUs[phaseIndex.dns] = times.dnsUs
    this.phasesUs[phaseIndex.connect] = times.connectUs
    this.phasesUs[phaseIndex.tls] = times.tlsUs
    this.phasesUs[phaseIndex.login] = times.loginUs
    this.#stepAt = performance.now()
  }

  get durationUs(): number {
    return microseconds(performance.now() - this.#startedAt)
  }
}

const microseconds = (ms: number) => Math.max(0, Math.round(ms * 1_000))

/** An outcome; the JSON text of the result is written only when something reads it. */
export class SqlOutcome implements Outcome {
  readonly status = 0
  readonly headers: Outcome['headers'] = []
  readonly charset = null
  errorCode: string | null = null
  errorMessage = ''
  sentBytes = 0
  receivedBytes = 0
  durationUs = 0
  phasesUs: readonly (number | null)[] = []
  wireRequests = 1
  url = ''
  table: ResultTable | null = null
  #body: Uint8Array | null = null

  get body(): Uint8Array {
    this.#body ??=
      this.table === null || this.table.columns.length === 0 ? nothing : encoder.encode(this.table.toJson())
    return this.#body
  }

  /** Rows of the result. */
  get count(): number {
    return this.table?.rowCount ?? 0
  }

  /** Rows fetched and rows changed, by the index of these metrics in the definition. */
  get metrics(): readonly (readonly [number, number])[] {
    const { table } = this
    if (table === null) return []
    const metrics: [number, number][] = []
    if (table.rowCount > 0) metrics.push([0, table.rowCount])
    if (table.affectedRows !== null && table.affectedRows > 0) metrics.push([1, table.affectedRows])
    return metrics
  }

  fail({ code, message }: Pick<SqlFault, 'code' | 'message'>): this {
    this.errorCode = code
    this.errorMessage = message
    return this
  }
}
