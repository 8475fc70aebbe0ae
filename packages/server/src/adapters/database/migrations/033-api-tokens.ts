/** API tokens, and the one that an operation was carried out with. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE api_tokens (
      id uuid PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL,
      beginning text NOT NULL,
      functions text[] NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      last_used_at bigint,
      last_used_from text,
      revoked_at bigint
    )`.execute(database)
  await sql`CREATE INDEX api_tokens_user ON api_tokens (user_id)`.execute(database)
  await sql`CREATE INDEX api_tokens_project ON api_tokens (project_id)`.execute(database)
  await sql`ALTER TABLE operation_records ADD COLUMN api_token text`.execute(database)
}
