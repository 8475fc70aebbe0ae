/** Leases of unique parameter rows, so that a restarted controller does not assign rows twice. */

export interface RunRowLeaseTable {
  run_id: string
  worker_id: string
  /** Key of the parameter in the plan. */
  parameter: string
  /** Number of the worker's request for the parameter, from 1. */
  request: number
  row_count: number
  /** The rows [from_row, to_row). */
  from_row: number
  to_row: number
  is_reusable: boolean
  /** Its worker is lost, and the rows may be leased again. */
  is_given_back: boolean
}

declare module '../../../adapters/database/tables.ts' {
  interface Tables {
    run_row_leases: RunRowLeaseTable
  }
}
