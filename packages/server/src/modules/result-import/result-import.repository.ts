/** Queries of imports; writes of a server that has lost the import to another one are void, as for runs. */
import type { ImportOutcome, ImportStage } from '@pone/contract/entities/jtl.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { storableJson, storableText } from '@pone/results/batches/storable.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { drivenRun } from '../run/driven-run.ts'
import type { RunOwnership } from '../run/run-ownership.ts'
import type { ImportFailure, ImportOptions, ResultImportTable } from './result-import.table.ts'

export type ResultImportRow = Selectable<ResultImportTable>

export interface ImportProgress {
  readonly stage: ImportStage
  readonly percent: number
  readonly rows: number
}

export interface ResultImportRepository {
  add(row: {
    runId: string
    fileName: string
    sizeBytes: number
    options: ImportOptions
    queuedAt: number
  }): Promise<void>
  find(runId: string): Promise<ResultImportRow | null>
  /** With the number of imports that the same server processes first. */
  ofRuns(runIds: readonly string[]): Promise<(ResultImportRow & { ahead: number })[]>
  /** Unfinished imports of all servers, oldest first; also records whose import was never stored. */
  unfinished(): Promise<string[]>
  /** Counts an attempt and deletes the data of an earlier one; returns its number, 0 when the import is not this server's. */
  begin(runId: string): Promise<number>
  /** Deletes the stored data. */
  clear(runId: string): Promise<void>
  /** false when the import was cancelled, or belongs to another server. */
  progress(runId: string, progress: ImportProgress): Promise<boolean>
  /** Stores the results of the first reading. */
  surveyed(
    runId: string,
    times: { startedAt: number; endedAt: number; scenario: ScenarioDocument },
  ): Promise<void>
  /** The record is complete; false as for `progress`. */
  finish(runId: string, outcome: ImportOutcome): Promise<boolean>
  /** The record has failed; false as for `progress`. */
  fail(runId: string, failure: ImportFailure, keepsFile: boolean): Promise<boolean>
  /** Queues a failed import again, for this server; false when that is not possible. */
  retry(runId: string, options: ImportOptions, now: number): Promise<boolean>
  /** Of these runs, or of all of a project, those whose file exists. */
  withFile(of: { runIds: readonly string[] } | { projectId: string }): Promise<string[]>
  /** Runs whose file is no longer needed. */
  withUnneededFile(): Promise<string[]>
  forgetFile(runId: string): Promise<void>
}

export function createResultImportRepository(
  database: Database,
  ownership: RunOwnership,
): ResultImportRepository {
  return {
    ...importLists(database),
    ...importProgress(database, ownership),
    ...importQueue(database, ownership),
    ...importFiles(database),
  }
}

/** Queries that read imports. */
function importLists(database: Database): Pick<ResultImportRepository, 'find' | 'ofRuns' | 'unfinished'> {
  return {
    find: async runId => (await imports(database).where('run_id', '=', runId).executeTakeFirst()) ?? null,
    ofRuns: async runIds => {
      if (runIds.length === 0) return []
      return database
        .selectFrom('result_imports as own')
        .innerJoin('runs as run', 'run.id', 'own.run_id')
        .selectAll('own')
        .select(
          sql<number>`(
            SELECT count(*) FROM result_imports other JOIN runs before ON before.id = other.run_id
            WHERE own.stage = 'waiting' AND before.state = 'new' AND before.controller_id = run.controller_id
              AND (other.stage <> 'waiting' OR (other.queued_at, other.run_id) < (own.queued_at, own.run_id))
              AND other.run_id <> own.run_id
          )`.as('ahead'),
        )
        .where('own.run_id', 'in', [...runIds])
        .execute()
    },
    unfinished: async () => {
      const rows = await database
        .selectFrom('runs')
        .leftJoin('result_imports', 'result_imports.run_id', 'runs.id')
        .select('runs.id')
        .where('runs.state', '=', 'new')
        .where('runs.cluster_id', '=', importedClusterId)
        .orderBy('result_imports.queued_at')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** An active import: its attempts, stages and end. */
function importProgress(
  database: Database,
  ownership: RunOwnership,
): Pick<ResultImportRepository, 'begin' | 'clear' | 'progress' | 'surveyed' | 'finish' | 'fail'> {
  const ownNew = (connection: Database, runId: string) =>
    drivenRun(connection, ownership, runId).where('state', '=', 'new')
  /** Ends an active import, with its record. */
  const end = (
    runId: string,
    run: { state: 'complete' | 'failed'; cause: 'planned' | 'importFailed' },
    changes: { stage: ImportStage; has_file: boolean; failure: string | null; outcome: string | null },
  ) =>
    database.transaction().execute(async transaction => {
      const { numUpdatedRows } = await transaction
        .updateTable('runs')
        .set(run)
        .where('id', 'in', ownNew(transaction, runId))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await transaction.updateTable('result_imports').set(changes).where('run_id', '=', runId).execute()
      return true
    })
  return {
    begin: runId =>
      database.transaction().execute(async transaction => {
        const own = await ownNew(transaction, runId).forUpdate().executeTakeFirst()
        if (own === undefined) return 0
        await clear(transaction, runId)
        const row = await transaction
          .updateTable('result_imports')
          .set(each => ({ attempts: each('attempts', '+', 1), stage: 'checking', percent: 0, rows: 0 }))
          .where('run_id', '=', runId)
          .returning('attempts')
          .executeTakeFirst()
        return row?.attempts ?? 0
      }),
    clear: runId =>
      database.transaction().execute(async transaction => {
        const own = await ownNew(transaction, runId).forUpdate().executeTakeFirst()
        if (own !== undefined) await clear(transaction, runId)
      }),
    progress: async (runId, { stage, percent, rows }) => {
      const { numUpdatedRows } = await database
        .updateTable('result_imports')
        .set({ stage, percent, rows })
        .where('run_id', 'in', ownNew(database, runId))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    surveyed: async (runId, { startedAt, endedAt, scenario }) => {
      const { loadModel } = scenario
      await database
        .updateTable('runs')
        .set({
          started_at: startedAt,
          ended_at: endedAt,
          scenario: storableJson(scenario),
          plan: sql`jsonb_set(plan::jsonb, '{loadModel}', ${storableJson(loadModel)}::jsonb)`,
        })
        .where('id', 'in', ownNew(database, runId))
        .execute()
    },
    finish: (runId, outcome) =>
      end(
        runId,
        { state: 'complete', cause: 'planned' },
        { stage: 'done', has_file: true, failure: null, outcome: storableJson(outcome) },
      ),
    fail: (runId, failure, keepsFile) =>
      end(
        runId,
        { state: 'failed', cause: 'importFailed' },
        { stage: 'failed', has_file: keepsFile, failure: storableJson(failure), outcome: null },
      ),
  }
}

/** Imports to be processed, for the first time or again. */
function importQueue(
  database: Database,
  ownership: RunOwnership,
): Pick<ResultImportRepository, 'add' | 'retry'> {
  return {
    add: async ({ runId, fileName, sizeBytes, options, queuedAt }) => {
      await database
        .insertInto('result_imports')
        .values({
          run_id: runId,
          file_name: storableText(fileName),
          size_bytes: sizeBytes,
          has_file: true,
          options: storableJson(options),
          stage: 'waiting',
          percent: 0,
          rows: 0,
          attempts: 0,
          queued_at: queuedAt,
          failure: null,
          outcome: null,
        })
        .execute()
    },
    retry: (runId, options, now) =>
      database.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('runs')
          .set({ state: 'new', cause: null, controller_id: ownership.id, epoch: 1 })
          .where('id', '=', runId)
          .where('state', '=', 'failed')
          .where('id', 'in', each =>
            each
              .selectFrom('result_imports')
              .select('run_id')
              .where('stage', '=', 'failed')
              .where('has_file', '=', true),
          )
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction
          .updateTable('result_imports')
          .set({
            options: storableJson(options),
            stage: 'waiting',
            percent: 0,
            rows: 0,
            attempts: 0,
            queued_at: now,
            failure: null,
          })
          .where('run_id', '=', runId)
          .execute()
        return true
      }),
  }
}

/** Files of imports. */
function importFiles(
  database: Database,
): Pick<ResultImportRepository, 'withFile' | 'withUnneededFile' | 'forgetFile'> {
  return {
    withFile: async of => {
      const all = database
        .selectFrom('result_imports')
        .innerJoin('runs', 'runs.id', 'result_imports.run_id')
        .select('run_id')
        .where('has_file', '=', true)
      const chosen =
        'projectId' in of
          ? all.where('runs.project_id', '=', of.projectId)
          : all.where('run_id', 'in', [...of.runIds, importedClusterId])
      return (await chosen.execute()).map(row => row.run_id)
    },
    withUnneededFile: async () => {
      const rows = await imports(database).where('stage', '=', 'done').where('has_file', '=', true).execute()
      return rows.map(row => row.run_id)
    },
    forgetFile: async runId => {
      await database
        .updateTable('result_imports')
        .set({ has_file: false })
        .where('run_id', '=', runId)
        .execute()
    },
  }
}

const imports = (database: Database) => database.selectFrom('result_imports').selectAll('result_imports')

async function clear(transaction: Database, runId: string): Promise<void> {
  for (const table of ['run_batches', 'run_errors', 'run_log_lines'] as const)
    await transaction.deleteFrom(table).where('run_id', '=', runId).execute()
  await transaction
    .updateTable('runs')
    .set({ labels: storableJson([]) })
    .where('id', '=', runId)
    .execute()
}
