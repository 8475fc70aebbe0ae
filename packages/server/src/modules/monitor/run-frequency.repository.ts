/** Queries of which monitors are collected each second for a run: from the runs, and as agents were told last. */
import { activeRunStates } from '@pone/contract/states.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { afterRunMs, type RunSpan } from './run-frequency.ts'

export type RunFrequencyRepository = ReturnType<typeof createRunFrequencyRepository>

export function createRunFrequencyRepository(database: Database) {
  return {
    /** Those that may count at `at`. What a server that failed has not ended yet ends with its run. */
    spans: async (at: number): Promise<RunSpan[]> => {
      const { rows } = await sql<RunSpan>`
        select own.monitor_id as "monitorId", runs.id as "runId", of_run.from_at as "fromMs",
          least(
            of_run.until_at,
            sessions.stopped_at,
            case when runs.state <> all(${[...activeRunStates]}::text[])
              then coalesce(runs.ended_at, of_run.from_at) end
          ) as "untilMs"
        from run_monitor_links of_run
        join runs on runs.id = of_run.run_id
        join monitor_links links on links.id = of_run.link_id and links.collects_each_second
        join monitor_link_monitors own on own.link_id = links.id
        left join monitor_link_sessions sessions on sessions.id = of_run.session_id
        where of_run.until_at is null or of_run.until_at > ${at - afterRunMs}::bigint`.execute(database)
      return rows
    },
    /** By monitor the run that is stored. */
    stored: async (): Promise<Map<string, string>> => {
      const rows = await database
        .selectFrom('monitors')
        .select(['id', 'fast_run_id'])
        .where('fast_run_id', 'is not', null)
        .execute()
      return new Map(rows.map(row => [row.id, row.fast_run_id ?? '']))
    },
    /** `runId` null: its own frequency. */
    store: async (
      changes: readonly { readonly monitorId: string; readonly runId: string | null }[],
    ): Promise<void> => {
      await sql`
        update monitors set fast_run_id = change."runId"
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change ("monitorId" uuid, "runId" uuid)
        where monitors.id = change."monitorId"`.execute(database)
    },
  }
}
