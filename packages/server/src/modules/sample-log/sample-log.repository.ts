/** Queries on sample logs. */
import type { SampleLogFormat } from '@pone/plan/scenario/scenario.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { RunSampleLogTable } from './sample-log.table.ts'

export type SampleLogRow = Selectable<RunSampleLogTable>
export type SampleLogRepository = ReturnType<typeof createSampleLogRepository>

export function createSampleLogRepository(database: Database) {
  return {
    /** Format of the run's sample log if this machine is part of the run; otherwise null. */
    formatFor: async (runId: string, agentId: string): Promise<SampleLogFormat | null> => {
      const row = await database
        .selectFrom('runs')
        .innerJoin('run_machines', 'run_machines.run_id', 'runs.id')
        .where('runs.id', '=', runId)
        .where('run_machines.agent_id', '=', agentId)
        .select(sql<SampleLogFormat | null>`runs.plan ->> 'sampleLog'`.as('format'))
        .executeTakeFirst()
      return row === undefined ? null : (row.format ?? 'off')
    },
    list: (runId: string): Promise<SampleLogRow[]> =>
      database
        .selectFrom('run_sample_logs')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('agent_id')
        .orderBy('worker')
        .execute(),
    ofProject: (projectId: string): Promise<SampleLogRow[]> =>
      database
        .selectFrom('run_sample_logs')
        .innerJoin('runs', 'runs.id', 'run_sample_logs.run_id')
        .where('runs.project_id', '=', projectId)
        .selectAll('run_sample_logs')
        .execute(),
    /** Number of worker processes that have reported anything of the run. */
    workers: async (runId: string): Promise<number> => {
      const { workers } = await database
        .selectFrom('run_batches')
        .where('run_id', '=', runId)
        .select(({ fn }) => fn.count<number>('worker_id').distinct().as('workers'))
        .executeTakeFirstOrThrow()
      return workers
    },
    put: async (row: SampleLogRow): Promise<void> => {
      await database
        .insertInto('run_sample_logs')
        .values(row)
        .onConflict(conflict =>
          conflict
            .columns(['run_id', 'agent_id', 'worker'])
            .doUpdateSet({ size_bytes: row.size_bytes, stored_at: row.stored_at }),
        )
        .execute()
    },
  }
}
