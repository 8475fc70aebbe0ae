/** Files that are uploaded in pieces, until the call that takes them has succeeded and its answer has been remembered for a while. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE uploads (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      project_id uuid REFERENCES projects (id) ON DELETE CASCADE,
      call text NOT NULL,
      name text NOT NULL,
      size_bytes bigint NOT NULL,
      offset_bytes bigint NOT NULL,
      expires_at bigint NOT NULL,
      claim uuid,
      claimed_until bigint NOT NULL,
      input_sha256 text,
      answer jsonb
    )`.execute(database)
  await sql`CREATE INDEX uploads_user ON uploads (user_id)`.execute(database)
  await sql`CREATE INDEX uploads_expiry ON uploads (expires_at)`.execute(database)
}
