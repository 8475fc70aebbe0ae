/** Rows of the licence; instants are epoch milliseconds. */

/** One row: the installed licence and the server's related state. */
export interface LicenceStateTable {
  id: 1
  /** The licence file; null = the community licence. */
  file: string | null
  /** The latest time at which a server has checked the licence. */
  last_seen_at: number
  peak_users: number
  peak_at: number | null
}

export interface LicenceChangeTable {
  id: string
  changed_at: number
  /** Account. */
  changed_by: string
  kind: 'installed' | 'removed'
  /** From the licence; null when the file could not be read. */
  licence_id: string | null
  file: string | null
}

/** Users of a run that count against the licence, as long as the run has machines reserved. */
export interface LicenceHoldingTable {
  run_id: string
  users: number
  held_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    licence_state: LicenceStateTable
    licence_changes: LicenceChangeTable
    licence_holdings: LicenceHoldingTable
  }
}
