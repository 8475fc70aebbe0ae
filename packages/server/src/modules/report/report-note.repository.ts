/** Queries of what people wrote on reports. */
import type { ReportNote } from '@pone/contract/entities/report.ts'
import type { Database } from '../../adapters/database/database.ts'

export interface NoteChange {
  readonly id: string
  /** The version that it is based on. */
  readonly version: number
}

/** A report, or a note on it. */
export type NoteOwner = { readonly reportId: string } | { readonly noteId: string }

export interface ReportNoteRepository {
  /** The conclusion first, notes from the oldest on. */
  list(reportId: string): Promise<ReportNote[]>
  /** null also when it is on a report of another project. */
  find(projectId: string, id: string): Promise<ReportNote | null>
  /** Scenario and number of the run that the report, or the note's report, is of; null where it is of another project. */
  runOf(projectId: string, of: NoteOwner): Promise<{ scenarioName: string; number: number } | null>
  /** False where the report has a conclusion already, or as many notes as it may have. */
  insert(reportId: string, note: ReportNote, maxNotes: number): Promise<boolean>
  /** False when the stored version is another one. */
  update(change: NoteChange & { text: string; at: number; by: string }): Promise<boolean>
  /** False when the stored version is another one. */
  delete(change: NoteChange): Promise<boolean>
}

const columns = [
  'report_notes.id',
  'report_notes.kind',
  'report_notes.text',
  'report_notes.version',
  'report_notes.created_at as createdAt',
  'report_notes.created_by as createdBy',
  'report_notes.updated_at as updatedAt',
  'report_notes.updated_by as updatedBy',
] as const

export function createReportNoteRepository(database: Database): ReportNoteRepository {
  return {
    list: reportId =>
      database
        .selectFrom('report_notes')
        .select(columns)
        .where('report_id', '=', reportId)
        .orderBy('kind')
        .orderBy('report_notes.created_at')
        .orderBy('report_notes.id')
        .execute(),
    find: async (projectId, id) =>
      (await database
        .selectFrom('report_notes')
        .innerJoin('reports', 'reports.id', 'report_notes.report_id')
        .select(columns)
        .where('report_notes.id', '=', id)
        .where('reports.project_id', '=', projectId)
        .executeTakeFirst()) ?? null,
    runOf: async (projectId, of) => {
      const found = database
        .selectFrom('reports')
        .innerJoin('runs', 'runs.id', 'reports.run_id')
        .select(['runs.scenario_name as scenarioName', 'runs.number'])
        .where('reports.project_id', '=', projectId)
      const owned =
        'reportId' in of
          ? found.where('reports.id', '=', of.reportId)
          : found.where('reports.id', '=', query =>
              query.selectFrom('report_notes').select('report_id').where('id', '=', of.noteId),
            )
      return (await owned.executeTakeFirst()) ?? null
    },
    insert: (reportId, note, maxNotes) =>
      database.transaction().execute(async transaction => {
        // Two that are written at once are counted one after the other.
        await transaction.selectFrom('reports').select('id').where('id', '=', reportId).forUpdate().execute()
        const { count } = await transaction
          .selectFrom('report_notes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('report_id', '=', reportId)
          .where('kind', '=', note.kind)
          .executeTakeFirstOrThrow()
        if (count >= (note.kind === 'conclusion' ? 1 : maxNotes)) return false
        await transaction.insertInto('report_notes').values(toRow(reportId, note)).execute()
        return true
      }),
    update: async ({ id, version, text, at, by }) => {
      const { numUpdatedRows } = await database
        .updateTable('report_notes')
        .set({ text, version: version + 1, updated_at: at, updated_by: by })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    delete: async ({ id, version }) => {
      const { numDeletedRows } = await database
        .deleteFrom('report_notes')
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const toRow = (reportId: string, note: ReportNote) => ({
  id: note.id,
  report_id: reportId,
  kind: note.kind,
  text: note.text,
  version: note.version,
  created_at: note.createdAt,
  created_by: note.createdBy,
  updated_at: note.updatedAt,
  updated_by: note.updatedBy,
})
