/** Queries of reports. */
import type { Report } from '@pone/contract/entities/report.ts'
import { storableJson, storableText } from '@pone/results/batches/storable.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { storedContent } from '@pone/results/report/stored-content.ts'
import type { Database } from '../../adapters/database/database.ts'

export interface StoredReport extends Report {
  readonly projectId: string
}

export interface ReportRepository {
  insert(report: StoredReport): Promise<void>
  /** Resets the run's own report, or creates it. */
  upsertAutomatic(report: StoredReport): Promise<StoredReport>
  finish(
    id: string,
    outcome: { state: Report['state']; failure: string | null; content: ReportContent | null },
  ): Promise<void>
  list(projectId: string, runId: string): Promise<StoredReport[]>
  /** Whether there is one in the project. */
  exists(projectId: string, id: string): Promise<boolean>
  /** null also when the report belongs to another project. */
  find(projectId: string, id: string): Promise<(StoredReport & { content: ReportContent | null }) | null>
  /** Unfinished reports of failed servers. */
  unfinished(): Promise<StoredReport[]>
}

const columns = [
  'id',
  'project_id as projectId',
  'run_id as runId',
  'state',
  'failure',
  'from_ms as fromMs',
  'to_ms as toMs',
  'includes_ramp_up as includesRampUp',
  'created_at as createdAt',
  'created_by as createdBy',
] as const

export function createReportRepository(database: Database): ReportRepository {
  return {
    insert: async report => {
      await database.insertInto('reports').values(toRow(report, false)).execute()
    },
    upsertAutomatic: report =>
      database
        .insertInto('reports')
        .values(toRow(report, true))
        .onConflict(conflict =>
          conflict
            .column('run_id')
            .where('is_automatic', '=', true)
            .doUpdateSet({ state: 'generating', failure: null, from_ms: report.fromMs, to_ms: report.toMs }),
        )
        .returning(columns)
        .executeTakeFirstOrThrow(),
    finish: async (id, { state, failure, content }) => {
      await database
        .updateTable('reports')
        .set({
          state,
          failure: failure === null ? null : storableText(failure),
          content: content === null ? null : storableJson(content),
        })
        .where('id', '=', id)
        .execute()
    },
    list: (projectId, runId) =>
      database
        .selectFrom('reports')
        .select(columns)
        .where('project_id', '=', projectId)
        .where('run_id', '=', runId)
        .orderBy('created_at', 'desc')
        .orderBy('is_automatic')
        .execute(),
    exists: async (projectId, id) =>
      (await database
        .selectFrom('reports')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined,
    find: async (projectId, id) => {
      const row = await database
        .selectFrom('reports')
        .select([...columns, 'content'])
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return null
      return { ...row, content: row.content === null ? null : storedContent(row.content) }
    },
    unfinished: () =>
      database
        .selectFrom('reports')
        .select(columns)
        .where('state', '=', 'generating')
        .orderBy('created_at')
        .execute(),
  }
}

const toRow = (report: StoredReport, isAutomatic: boolean) => ({
  id: report.id,
  project_id: report.projectId,
  run_id: report.runId,
  state: report.state,
  failure: report.failure,
  from_ms: report.fromMs,
  to_ms: report.toMs,
  includes_ramp_up: report.includesRampUp,
  is_automatic: isAutomatic,
  created_at: report.createdAt,
  created_by: report.createdBy,
  content: null,
})
