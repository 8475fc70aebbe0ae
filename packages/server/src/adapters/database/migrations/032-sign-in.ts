/** Failed sign-ins by account, address and device; accounts that wait for approval; the device of a session; how people may register. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sign_in_failures (
      key text PRIMARY KEY,
      account text,
      failures integer NOT NULL,
      last_at bigint NOT NULL,
      locked_until bigint
    )`.execute(database)
  await sql`CREATE INDEX sign_in_failures_account ON sign_in_failures (account)`.execute(database)
  await sql`CREATE INDEX sign_in_failures_age ON sign_in_failures (last_at)`.execute(database)
  // No longer read; a server of an earlier version on the same database still writes it.
  await sql`ALTER TABLE users ALTER COLUMN failed_logins SET DEFAULT 0`.execute(database)
  await sql`ALTER TABLE users ADD COLUMN is_waiting boolean NOT NULL DEFAULT false`.execute(database)
  await sql`CREATE INDEX users_waiting ON users (created_at) WHERE is_waiting`.execute(database)
  await sql`ALTER TABLE sessions ADD COLUMN device_id uuid`.execute(database)
  await sql`
    INSERT INTO settings (name, value)
    SELECT 'registration.mode', CASE WHEN value = 'true' THEN '"open"' ELSE '"closed"' END
    FROM settings WHERE name = 'registration.isOpen'`.execute(database)
  await sql`DELETE FROM settings WHERE name = 'registration.isOpen'`.execute(database)
}
