/** Tables of flame diagrams, whose profiles lie in the file store under `profiles/<id>/<part>`, and of the days for which projects keep them. */
import type { ProfilePart, profileFormats } from '@pone/contract/entities/profile.ts'
import type { StoredOrigin } from '@pone/contract/entities/profiling.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface ProfileTable {
  id: string
  project_id: string
  name: string
  format: (typeof profileFormats)[number]
  file_name: string
  file_bytes: number
  started_at: number | null
  duration_ms: number | null
  is_cut: boolean
  requests: number | null
  run_id: string | null
  parts: JSONColumnType<ProfilePart[]>
  origin: JSONColumnType<StoredOrigin> | null
  created_by: string
  created_at: number
  /** It is not deleted by age. */
  is_kept: Generated<boolean>
}

export interface ProfileRetentionTable {
  project_id: string
  /** Of flame diagrams and thread dumps; 0: nothing is deleted by age. Projects without a row have the default. */
  days: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    profiles: ProfileTable
    profile_retention: ProfileRetentionTable
  }
}
