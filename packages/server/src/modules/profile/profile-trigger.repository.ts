/** Queries of what happens in runs and alerts, as far as flame diagrams need it. */
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export type ProfileTriggerRepository = ReturnType<typeof createProfileTriggerRepository>

export function createProfileTriggerRepository(database: Database) {
  return {
    /** Makes those due whose trigger has come. */
    trigger: async (atMs: number): Promise<void> => {
      await sql`
        update profilings set next_at = ${atMs}, reason = found.reason
        from (
          select profilings.id, coalesce(broken.reason, opened.reason) as reason
          from profilings
          left join lateral (
            select jsonb_build_object('trigger', 'sla', 'name', '', 'runId', runs.id) as reason
            from runs join run_events on run_events.run_id = runs.id
            where fields->'triggers' ? 'sla' and runs.project_id = profilings.project_id
              and run_events.kind = 'slaBroken' and run_events.at >= armed_since
              and runs.ended_at is null
            order by run_events.at limit 1
          ) broken on true
          left join lateral (
            select jsonb_build_object(
              'trigger', 'alert', 'name', rule_name || ' · ' || monitor_name, 'runId', null
            ) as reason
            from alert_incidents
            where fields->'triggers' ? 'alert' and alert_incidents.project_id = profilings.project_id
              and opened_at >= armed_since
            order by opened_at limit 1
          ) opened on true
          where armed_since <= ${atMs} and next_at is null
        ) found
        where profilings.id = found.id and profilings.next_at is null and found.reason is not null`.execute(
        database,
      )
    },
    /** The run during which a flame diagram was taken: the only one, or the only one that watches the monitor. */
    runDuring: async (
      projectId: string,
      monitorId: string,
      { from, to }: { readonly from: number; readonly to: number },
    ): Promise<string | null> => {
      const { rows } = await sql<{ id: string; watches: boolean }>`
        select id, exists (
          select from run_monitor_links
          where run_id = runs.id and topology->'nodes' @> ${JSON.stringify([{ monitorId }])}::jsonb
        ) as watches
        from runs
        where project_id = ${projectId}::uuid and started_at < ${to} and (ended_at is null or ended_at > ${from})
        limit 20`.execute(database)
      const watching = rows.filter(({ watches }) => watches)
      const [only, ...others] = watching.length > 0 ? watching : rows
      return only !== undefined && others.length === 0 ? only.id : null
    },
  }
}
