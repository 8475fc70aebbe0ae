/** Rows of condensed runs. */

export interface RunCondensationTable {
  run_id: string
  /** Number of batches it was created from; a higher number in the run makes it obsolete. */
  batches: number
  width_seconds: number
}

/** See CondensedSeconds in condenser.ts. */
export interface RunCondensedSecondsTable {
  run_id: string
  second: number
  users: number
  lost: number
  labels: Buffer
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    run_condensations: RunCondensationTable
    run_condensed_seconds: RunCondensedSecondsTable
  }
}
