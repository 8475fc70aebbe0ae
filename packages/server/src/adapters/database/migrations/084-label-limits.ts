/** A section above the limit of its label sets has values: alone it no longer makes its monitor count as down. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
      create or replace view monitor_current as
      select
        monitors.id as monitor_id,
        case
          when not monitors.is_running then 'stopped'
          when monitor_assignments.monitor_id is null then 'noAgent'
          when sections.total is null then 'waiting'
          when sections.is_away or sections.silent = sections.total then 'down'
          when sections.failed > 0 then 'partly'
          else 'up'
        end as state,
        case when monitors.is_running then sections.problem end as problem,
        sections.last_at,
        monitor_assignments.agent_id as collector_id
      from monitors
      left join monitor_assignments
        on monitor_assignments.monitor_id = monitors.id and monitor_assignments.until_at is null
      left join lateral (
        select
          count(*) as total,
          count(*) filter (where cause is not null) as failed,
          count(*) filter (where cause <> 'tooManyLabels') as silent,
          coalesce(bool_or(answers_availability and cause <> 'tooManyLabels'), false) as is_away,
          max(last_at) as last_at,
          (jsonb_agg(
            jsonb_build_object('cause', cause, 'params', params, 'detail', detail)
            order by answers_availability desc, since
          ) filter (where cause is not null)) -> 0 as problem
        from monitor_sections
        where monitor_sections.monitor_id = monitors.id
        having count(*) > 0
      ) as sections on true`.execute(database)
}
