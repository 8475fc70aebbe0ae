/** Queries of reports of JMeter runs. */
import {
  type JmeterReport,
  type JmeterReportContent,
  type JmeterReportSettings,
  jmeterReportContentSchema,
  jmeterReportFailureSchema,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { storableJson } from '@pone/results/batches/storable.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { JmeterReportTable } from './jmeter-report.table.ts'

/** A report together with the wish that it is made for. */
export interface WantedReport extends JmeterReport {
  readonly attempt: string
}

export interface JmeterReportOutcome extends Pick<JmeterReport, 'state' | 'failure'> {
  readonly content: JmeterReportContent | null
}

export type JmeterReportRepository = ReturnType<typeof createJmeterReportRepository>

const columns = ['run_id', 'attempt', 'state', 'failure', 'settings', 'created_at', 'created_by'] as const

export function createJmeterReportRepository(database: Database) {
  return {
    /** Takes the place of the run's earlier wish; the content made for that stays until there is a new one. */
    async want(report: WantedReport): Promise<void> {
      const row = {
        run_id: report.runId,
        attempt: report.attempt,
        state: report.state,
        failure: null,
        settings: storableJson(report.settings),
        created_at: report.createdAt,
        created_by: report.createdBy,
      }
      await database
        .insertInto('jmeter_reports')
        .values({ ...row, content: null })
        .onConflict(conflict => conflict.column('run_id').doUpdateSet(row))
        .execute()
    },
    /** Stores what came of a wish, unless another one has taken its place. */
    async finish(attempt: string, { state, failure, content }: JmeterReportOutcome): Promise<void> {
      await database
        .updateTable('jmeter_reports')
        .set({
          state,
          failure: failure === null ? null : storableJson(failure),
          content: content === null ? null : storableJson(content),
        })
        .where('attempt', '=', attempt)
        .execute()
    },
    async find(runId: string): Promise<{ report: WantedReport; content: JmeterReportContent | null } | null> {
      const row = await database
        .selectFrom('jmeter_reports')
        .select([...columns, 'content'])
        .where('run_id', '=', runId)
        .executeTakeFirst()
      if (row === undefined) return null
      const content = row.content === null ? null : jmeterReportContentSchema.parse(row.content)
      return { report: fromRow(row), content }
    },
    /** What a server that died left half made. */
    async unfinished(): Promise<WantedReport[]> {
      const rows = await database
        .selectFrom('jmeter_reports')
        .select(columns)
        .where('state', '=', 'generating')
        .orderBy('created_at')
        .execute()
      return rows.map(fromRow)
    },
  }
}

type Row = Pick<Selectable<JmeterReportTable>, (typeof columns)[number]>

const fromRow = (row: Row): WantedReport => ({
  runId: row.run_id,
  attempt: row.attempt,
  state: row.state,
  failure: row.failure === null ? null : jmeterReportFailureSchema.parse(row.failure),
  settings: parsedSettings(row.settings),
  createdAt: row.created_at,
  createdBy: row.created_by,
})

const parsedSettings = (stored: unknown): JmeterReportSettings => jmeterReportSettingsSchema.parse(stored)
