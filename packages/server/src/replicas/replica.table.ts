/** Rows of the server processes that share the database; instants are epoch milliseconds of the database's clock. */

export interface ControllerTable {
  id: string
  /** Unique; a process that starts under this name replaces the previous one. */
  name: string
  /** New for each process. */
  incarnation: string
  /** Where the other processes reach it, e.g. `http://10.0.0.7:8080`; '' until it listens. */
  address: string
  port: number | null
  /** Address for agents. */
  socket_port: number | null
  version: string
  /** Id of the folder in which it stores uploads; equal for all servers that share it. */
  file_folder: string | null
  started_at: number
  /** Set back when it stops in an orderly way, so that it counts as dead at once. */
  seen_at: number
}

/** One row: a text that only servers with the same key can unseal. */
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
