/** Rows of API tokens. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'

export interface ApiTokenTable {
  id: string
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  user_id: string
  project_id: string
  name: string
  beginning: string
  functions: ProjectFunction[]
  created_at: number
  expires_at: number
  last_used_at: number | null
  last_used_from: string | null
  revoked_at: number | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    api_tokens: ApiTokenTable
  }
}
