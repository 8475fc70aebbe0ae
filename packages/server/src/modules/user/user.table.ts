/** Rows of accounts. */

export interface UserTable {
  id: string
  account: string
  real_name: string
  email: string
  phone: string
  organisation: string
  is_administrator: boolean
  /** argon2id, see adapters/passwords.ts. */
  password_hash: string
  must_change_password: boolean
  /** Registered, and not yet approved by an administrator. */
  is_waiting: boolean
  /** End of the lock-out after wrong passwords; shown to administrators, the lock itself is in sign_in_failures. */
  locked_until: number | null
  locked_by_administrator: boolean
  created_at: number
  last_login_at: number | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    users: UserTable
  }
}
