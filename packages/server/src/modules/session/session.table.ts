/** Rows of sessions and of failed sign-ins. */

/** browser: one at a time per account; api: for the command line, any number. */
export type SessionKind = 'browser' | 'api'
export type SessionEnd = 'signedOut' | 'replaced' | 'passwordChanged' | 'locked'

export interface SessionTable {
  id: string
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  user_id: string
  kind: SessionKind
  is_remembered: boolean
  from_address: string
  /** Known device; null for sessions of kind api and those of versions without known devices. */
  device_id: string | null
  created_at: number
  last_seen_at: number
  /** Extended by activity. */
  expires_at: number
  ended_at: number | null
  end_reason: SessionEnd | null
}

export interface SignInFailureTable {
  /** What is counted: an account, an address, or an account from an address or a known device. */
  key: string
  /** `user zhang.san`; null for an address. */
  account: string | null
  failures: number
  last_at: number
  locked_until: number | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    sessions: SessionTable
    sign_in_failures: SignInFailureTable
  }
}
