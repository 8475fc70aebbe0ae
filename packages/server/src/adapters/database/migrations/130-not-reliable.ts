/** The verdict on runs whose load machines were their limit, which was that of their rules. */
import { type Kysely, sql } from 'kysely'

export async function up<T>(database: Kysely<T>): Promise<void> {
  await sql`update runs set sla = 'notReliable' where is_generator_limit`.execute(database)
}
