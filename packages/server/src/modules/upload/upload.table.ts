/** Rows of uploads in pieces; the bytes grow in the folder of `adapters/files/growing-files.ts`. */
import type { JSONColumnType } from 'kysely'

export interface UploadTable {
  id: string
  user_id: string
  project_id: string | null
  /** Key of the call that takes the file. */
  call: string
  name: string
  size_bytes: number
  /** What has arrived and lies on the disk. */
  offset_bytes: number
  expires_at: number
  /** Stands for the work that has the file just now, and ends when it is not renewed. */
  claim: string | null
  claimed_until: number
  /** Of the input that the call was last made with. */
  input_sha256: string | null
  /** What the call answered; the file is gone then. */
  answer: JSONColumnType<{ output: unknown }> | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    uploads: UploadTable
  }
}
