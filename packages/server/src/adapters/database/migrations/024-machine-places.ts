/** Address and port under which a load machine is known in its own network, where an administrator has set them. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE load_machines
      ADD COLUMN own_address text NOT NULL DEFAULT '',
      ADD COLUMN open_port integer`.execute(database)
}
