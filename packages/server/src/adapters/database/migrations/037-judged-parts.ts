/** Reports say whether the ramp-up is judged; runs whose rules could not be judged are told from runs without rules. */
import { type Kysely, sql } from 'kysely'

export async function up<T>(database: Kysely<T>): Promise<void> {
  await sql`ALTER TABLE reports ADD COLUMN includes_ramp_up boolean NOT NULL DEFAULT false`.execute(database)
  await sql`
    UPDATE runs SET sla = 'notJudged'
    WHERE sla = 'none' AND jsonb_array_length(sla_results) > 0`.execute(database)
  await sql`
    UPDATE runs SET sla_results = (
      SELECT jsonb_agg(
        CASE WHEN result->>'state' = 'none' THEN result || '{"state": "notJudged"}' ELSE result END
        ORDER BY place)
      FROM jsonb_array_elements(sla_results) WITH ORDINALITY AS each (result, place))
    WHERE sla_results @> '[{"state": "none"}]'`.execute(database)
}
