/** Server processes that share this database, which of them drives each run, and a seal by which they know that they have the same key. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE controllers (
      id text PRIMARY KEY,
      name text NOT NULL UNIQUE,
      incarnation text NOT NULL,
      address text NOT NULL,
      port integer,
      socket_port integer,
      version text NOT NULL,
      file_folder text,
      started_at bigint NOT NULL,
      seen_at bigint NOT NULL
    )`.execute(database)
  await sql`
    CREATE TABLE key_seal (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sealed text NOT NULL
    )`.execute(database)
  await sql`ALTER TABLE runs ADD COLUMN controller_id text`.execute(database)
  await sql`ALTER TABLE runs ADD COLUMN epoch integer NOT NULL DEFAULT 0`.execute(database)
}
