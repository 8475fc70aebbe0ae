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
  /** Wrong passwords since the last right one. */
  failed_logins: number
  locked_until: number | null
  locked_by_administrator: boolean
  created_at: number
  last_login_at: number | null
}
