/** Rows of the server processes that share the database; instants are epoch milliseconds of the database's clock. */

export interface ControllerTable {
  id: string
  /** Unique; a process that starts under a name takes the place of the one before it. */
  name: string
  /** Fresh per process. */
  incarnation: string
  /** Where the other processes reach it, e.g. `http://10.0.0.7:8080`; '' until it listens. */
  address: string
  port: number | null
  /** Where agents link. */
  socket_port: number | null
  version: string
  /** Mark of the folder in which it keeps uploads; the same for all that share it. */
  file_folder: string | null
  started_at: number
  /** Set back when it leaves in order, so that it is gone at once. */
  seen_at: number
}

/** One row: a text that only servers with the same key can open. */
export interface KeySealTable {
  is_only: boolean
  sealed: string
}

declare module '../adapters/database/tables.ts' {
  interface Tables {
    controllers: ControllerTable
    key_seal: KeySealTable
  }
}
