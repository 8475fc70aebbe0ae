/** Queries of worker data of a run: batches, error samples and log lines, stored together and read in chronological order. */

import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { runCalls } from '@pone/contract/calls/run.ts'
import type { LogLine } from '@pone/contract/entities/run.ts'
import { storableJson, storableText } from '@pone/results/batches/storable.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { BatchReader } from '@pone/results/run-results.ts'
import type { BatchStore } from '@pone/run-control/run-store.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { groupedStore } from './grouped-store.ts'
import type { RunBatchTable } from './run.table.ts'

export interface RunBatchRepository extends BatchReader, BatchStore {
  addLog(runId: string, lines: readonly LogLine[]): Promise<void>
  /** Maximum number of log lines stored per run. */
  logLines(runId: string): Promise<number>
  log(query: InputOf<typeof runCalls.log>): Promise<OutputOf<typeof runCalls.log>>
}

/** Small enough that merging one does not block other work for long. */
const portion = 250
const linesPerInsert = 1_000
const maxLineLength = 10_000

export function createRunBatchRepository(database: Database): RunBatchRepository {
  return { ...batchStore(database), ...batchReads(database), ...runLog(database) }
}

/** Stores batches with their error samples and log lines. */
function batchStore(database: Database): Pick<RunBatchRepository, 'store'> {
  return {
    store: groupedStore(async (runId, batches) => {
      const hasCompany = batches.some(batch => batch.samples.length > 0 || batch.log.length > 0)
      const inOne = <T>(work: (connection: Database) => Promise<T>): Promise<T> =>
        // A single statement needs no explicit transaction.
        hasCompany ? database.transaction().execute(work) : work(database)
      return inOne(async connection => {
        const stored = await connection
          .insertInto('run_batches')
          .values(batches.map(batch => toRow(runId, batch)))
          .onConflict(conflict => conflict.doNothing())
          .returning(['worker_id', 'seq'])
          .execute()
        const keys = new Set(stored.map(row => `${row.worker_id} ${row.seq}`))
        const fresh = batches.filter(batch => keys.delete(`${batch.workerId} ${batch.seq}`))
        const samples = fresh.flatMap(batch => batch.samples)
        if (samples.length > 0) {
          await connection
            .insertInto('run_errors')
            .values(samples.map(each => ({ run_id: runId, ...each, sample: storableJson(each.sample) })))
            .onConflict(conflict => conflict.doNothing())
            .execute()
        }
        await insertLog(
          connection,
          runId,
          fresh.flatMap(({ workerId, log }) => log.map(line => ({ ...line, workerId }))),
        )
        return fresh
      })
    }),
  }
}

/** Queries of the stored batches of a run. */
function batchReads(database: Database): Pick<RunBatchRepository, 'read' | 'samples' | 'workerTotals'> {
  return {
    read: async function* (runId, fromSecond = 0, toSecond = 2 ** 31 - 1) {
      let after = { second: fromSecond, worker_id: '', seq: 0 }
      for (;;) {
        const rows = await database
          .selectFrom('run_batches')
          .selectAll()
          .where('run_id', '=', runId)
          .where(expression =>
            expression(
              expression.refTuple('second', 'worker_id', 'seq'),
              '>',
              expression.tuple(after.second, after.worker_id, after.seq),
            ),
          )
          .where('second', '<=', toSecond)
          .orderBy('second')
          .orderBy('worker_id')
          .orderBy('seq')
          .limit(portion)
          .execute()
        if (rows.length > 0) yield rows.map(fromRow)
        const last = rows.at(-1)
        if (last === undefined || rows.length < portion) return
        after = last
      }
    },
    samples: async runId =>
      database
        .selectFrom('run_errors')
        .select(['label', 'code', 'message', 'sample'])
        .where('run_id', '=', runId)
        .execute(),
    workerTotals: async runId =>
      database
        .selectFrom('run_batches')
        .select(expression => [
          'worker_id as workerId',
          expression.fn.max<number>('sent').as('sent'),
          sql<number>`coalesce(max(completed), sum(counted))::bigint`.as('completed'),
          sql<number>`coalesce(max(repeated), 0)::bigint`.as('repeated'),
          expression.fn.sum<number>('counted').as('samples'),
          expression.fn.sum<number>('lost').as('lost'),
          sql<boolean>`bool_or(end_cause IS NOT NULL)`.as('hasEnded'),
          sql<boolean>`max(seq) = count(*)`.as('isWhole'),
        ])
        .where('run_id', '=', runId)
        .groupBy('worker_id')
        .orderBy('worker_id')
        .execute(),
  }
}

/** Log lines of a run. */
function runLog(database: Database): Pick<RunBatchRepository, 'addLog' | 'logLines' | 'log'> {
  return {
    addLog: (runId, lines) =>
      insertLog(
        database,
        runId,
        lines.map(line => ({ ...line, workerId: null })),
      ),
    logLines: async runId => {
      const { lines } = await database
        .selectFrom('run_log_lines')
        .select(expression => expression.fn.countAll<number>().as('lines'))
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow()
      return lines
    },
    log: async ({ id, levels, search, offset, limit }) => {
      let matching = database.selectFrom('run_log_lines').where('run_log_lines.run_id', '=', id)
      if (levels.length > 0) matching = matching.where('level', 'in', levels)
      if (search !== '') {
        const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
        matching = matching.where(expression =>
          expression.or([expression('message', 'ilike', pattern), expression('source', 'ilike', pattern)]),
        )
      }
      const { total } = await matching
        .select(expression => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const found = await matching
        .leftJoin('run_machines', join =>
          join
            .onRef('run_machines.run_id', '=', 'run_log_lines.run_id')
            .on(sql<boolean>`run_machines.agent_id::text = split_part(run_log_lines.worker_id, '/', 1)`),
        )
        .select(['at', 'level', 'source', 'message', 'run_machines.name as machine'])
        .orderBy('run_log_lines.id')
        .offset(offset)
        .limit(limit)
        .execute()
      const lines = found.map(({ machine, ...line }) => (machine === null ? line : { ...line, machine }))
      return { total, lines }
    },
  }
}

async function insertLog(
  database: Database,
  runId: string,
  lines: readonly (LogLine & { readonly workerId: string | null })[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += linesPerInsert) {
    await database
      .insertInto('run_log_lines')
      .values(
        lines.slice(from, from + linesPerInsert).map(({ at, level, source, message, workerId }) => ({
          run_id: runId,
          worker_id: workerId,
          at,
          level,
          source: storableText(source),
          message: storableText(message).slice(0, maxLineLength),
        })),
      )
      .execute()
  }
}

const toRow = (runId: string, batch: StoredBatch) => ({
  run_id: runId,
  worker_id: batch.workerId,
  seq: batch.seq,
  second: batch.second,
  until_ms: batch.untilMs,
  users: batch.users,
  user_peaks: batch.userPeaks === null ? null : [...batch.userPeaks],
  target_users: Math.round(batch.targetUsers),
  target_rate: Number.isInteger(batch.targetUsers) ? null : batch.targetUsers,
  iterations: batch.iterations,
  late_starts: batch.lateStarts,
  dropped_starts: batch.droppedStarts,
  sent: batch.sent,
  completed: batch.completed,
  repeated: batch.repeated ?? null,
  counted: batch.counted,
  labels: batch.labels,
  metrics: batch.metrics,
  errors: batch.errors.length === 0 ? null : storableJson(batch.errors),
  traces: batch.traces === undefined ? null : storableJson(batch.traces),
  cpu01: batch.health?.cpu01 ?? null,
  cpu_cores: batch.health?.cpuCores ?? null,
  host_cpu01: batch.health?.hostCpu01 ?? null,
  host_cores: batch.health?.hostCores ?? null,
  health_span_ms: batch.health?.spanMs ?? null,
  event_loop_delay_ms: batch.health?.eventLoopDelayMs ?? null,
  memory_bytes: batch.health === null ? null : Math.round(batch.health.memoryBytes),
  connections: batch.health?.connections ?? null,
  max_connections: batch.health?.maxConnections ?? null,
  end_cause: batch.end?.cause ?? null,
  end_detail: storableText(batch.end?.detail ?? ''),
  lost: batch.end?.lost ?? 0,
})

const fromRow = (row: Selectable<RunBatchTable>): StoredBatch => ({
  workerId: row.worker_id,
  seq: row.seq,
  second: row.second,
  untilMs: row.until_ms,
  users: row.users,
  userPeaks: row.user_peaks,
  targetUsers: row.target_rate ?? row.target_users,
  iterations: row.iterations,
  lateStarts: row.late_starts,
  droppedStarts: row.dropped_starts,
  sent: row.sent,
  completed: row.completed,
  ...(row.repeated !== null && { repeated: row.repeated }),
  counted: row.counted,
  labels: row.labels,
  metrics: row.metrics,
  errors: row.errors ?? [],
  ...(row.traces !== null && { traces: row.traces }),
  health:
    row.cpu01 === null
      ? null
      : {
          cpu01: row.cpu01,
          cpuCores: row.cpu_cores,
          hostCpu01: row.host_cpu01,
          hostCores: row.host_cores,
          spanMs: row.health_span_ms,
          eventLoopDelayMs: row.event_loop_delay_ms ?? 0,
          memoryBytes: row.memory_bytes ?? 0,
          connections: row.connections ?? 0,
          maxConnections: row.max_connections,
        },
  end: row.end_cause === null ? null : { cause: row.end_cause, detail: row.end_detail, lost: row.lost },
})
