/** Queries of monitors that run and of which nothing was ever stored. */
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { MonitorTable } from './monitor.table.ts'

export type UnheardMonitor = Pick<
  Selectable<MonitorTable>,
  'id' | 'project_id' | 'type' | 'type_version' | 'params' | 'slow_log_address' | 'frequency_in_force_ms'
> & {
  readonly agent_id: string
  /** Since when the agent collects it, epoch ms. */
  readonly since: number
  /** Twice the longer one of its intervals. */
  readonly limit_ms: number
}

export interface UnheardSection {
  readonly monitorId: string
  readonly section: string
  readonly answersAvailability: boolean
  readonly cause: 'noData' | 'agentLost'
  readonly since: number
}

export function createUnheardRepository(database: Database) {
  return {
    /** Those that an agent has collected for longer than their limit and `graceMs`. */
    unheard: async (now: number, graceMs: number): Promise<UnheardMonitor[]> => {
      const { rows } = await sql<UnheardMonitor>`
        select monitors.id, monitors.project_id, monitors.type, monitors.type_version, monitors.params,
          monitors.slow_log_address, monitors.frequency_in_force_ms, given.agent_id, given.since, given.limit_ms
        from monitors
        join lateral (
          select agent_id, greatest(assigned_at, coalesce(monitors.running_since, 0)) as since,
            2 * greatest(monitors.send_interval_ms, monitors.receive_interval_ms)::bigint as limit_ms
          from monitor_assignments
          where monitor_assignments.monitor_id = monitors.id and until_at is null
        ) as given on true
        where monitors.is_running and given.since + given.limit_ms + ${graceMs}::bigint < ${now}::bigint
          and not exists (
            select from monitor_sections where monitor_sections.monitor_id = monitors.id and (
              last_at is not null or cause is null or cause not in ('noData', 'agentLost')
            )
          )`.execute(database)
      return rows
    },
    /** Returns the sections that had no state or the other one of both causes, unless something was stored meanwhile. */
    mark: async (sections: readonly UnheardSection[]): Promise<{ monitor_id: string; section: string }[]> => {
      if (sections.length === 0) return []
      const { rows } = await sql<{ monitor_id: string; section: string }>`
        insert into monitor_sections as stored (monitor_id, section, answers_availability, cause, since)
        select told."monitorId", told.section, told."answersAvailability", told.cause, told.since
        from jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) as told (
          "monitorId" uuid, section text, "answersAvailability" boolean, cause text, since bigint
        )
        join monitors on monitors.id = told."monitorId" and monitors.is_running
        on conflict (monitor_id, section) do update set cause = excluded.cause, since = excluded.since
        where stored.last_at is null and stored.cause in ('noData', 'agentLost')
          and stored.cause <> excluded.cause
        returning stored.monitor_id, stored.section`.execute(database)
      return rows
    },
  }
}
