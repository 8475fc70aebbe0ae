/** Sample logs: which workers have handed theirs over; the bytes lie in the file store. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_sample_logs (
      run_id uuid not null references runs (id) on delete cascade,
      agent_id uuid not null,
      worker text not null,
      size_bytes bigint not null,
      stored_at bigint not null,
      primary key (run_id, agent_id, worker)
    )`.execute(database)
}
