/** Queries of thread dumps and of their orders; those for people are limited to a project. */
import { expiryOf } from '@pone/contract/entities/profile-retention.ts'
import type { DumpedJvm, ThreadDumpFacts, ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import {
  type ExpiredRow,
  expiredProject,
  hasExpired,
  keptDays,
} from '../../adapters/database/profile-expiry.ts'
import type { ThreadSeriesTable } from './thread-dump.table.ts'

type StoredSeries = Selectable<ThreadSeriesTable>
type SeriesRow = StoredSeries & {
  readonly monitor_name: string
  readonly kept_days: number
  readonly taken: ThreadDumpFacts[] | null
}

export type ThreadDumpRepository = ReturnType<typeof createThreadDumpRepository>

export function createThreadDumpRepository(database: Database) {
  return {
    ...seriesReads(database),
    ...seriesWrites(database),
    ...seriesExpiry(database),
    ...dumpWrites(database),
  }
}

function seriesReads(database: Database) {
  const described = (projectId: string) =>
    database
      .selectFrom('thread_series')
      .innerJoin('monitors', 'monitors.id', 'thread_series.monitor_id')
      .leftJoin('profile_retention', 'profile_retention.project_id', 'thread_series.project_id')
      .where('thread_series.project_id', '=', projectId)
      .selectAll('thread_series')
      .select(['monitors.name as monitor_name', keptDays.as('kept_days')])
      .select(eb =>
        eb
          .selectFrom('thread_dumps')
          .whereRef('thread_dumps.series_id', '=', 'thread_series.id')
          .select(sql<ThreadDumpFacts[]>`jsonb_agg(facts order by number)`.as('taken'))
          .as('taken'),
      )
  return {
    /** Newest first. */
    list: async (projectId: string, monitorId: string | null): Promise<ThreadSeries[]> =>
      (
        await described(projectId)
          .$if(monitorId !== null, rows => rows.where('thread_series.monitor_id', '=', monitorId))
          .orderBy('thread_series.began_at', 'desc')
          .orderBy('thread_series.id')
          .execute()
      ).map(seriesOf),
    find: async (projectId: string, id: string): Promise<ThreadSeries | undefined> => {
      const row = await described(projectId).where('thread_series.id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : seriesOf(row)
    },
    body: async (projectId: string, id: string, number: number): Promise<Buffer | undefined> =>
      (
        await database
          .selectFrom('thread_dumps')
          .innerJoin('thread_series', 'thread_series.id', 'thread_dumps.series_id')
          .where('thread_series.project_id', '=', projectId)
          .where('thread_series.id', '=', id)
          .where('thread_dumps.number', '=', number)
          .select('body')
          .executeTakeFirst()
      )?.body,
    /** What an agent was given. */
    given: (
      id: string,
      agentId: string,
    ): Promise<Pick<StoredSeries, 'dumps' | 'state' | 'jvm'> | undefined> =>
      database
        .selectFrom('thread_series')
        .select(['dumps', 'state', 'jvm'])
        .where('id', '=', id)
        .where('agent_id', '=', agentId)
        .executeTakeFirst(),
  }
}

function seriesWrites(database: Database) {
  return {
    /** exceeded: the project would have more than `limit`; busy: the monitor's threads are being dumped. */
    insert: (
      row: Omit<StoredSeries, 'cause' | 'ended_at' | 'jvm' | 'state' | 'is_kept'>,
      limit: number,
    ): Promise<'inserted' | 'exceeded' | 'busy'> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`threads ${row.project_id}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('thread_series')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', row.project_id)
          .executeTakeFirstOrThrow()
        if (count >= limit) return 'exceeded'
        const inserted = await transaction
          .insertInto('thread_series')
          .values({ ...row, state: 'running', jvm: null })
          .onConflict(conflict => conflict.column('monitor_id').where('state', '=', 'running').doNothing())
          .returning('id')
          .executeTakeFirst()
        return inserted === undefined ? 'busy' : 'inserted'
      }),
    /** Does nothing to one that has ended. */
    end: async (
      id: string,
      how: Pick<StoredSeries, 'state' | 'ended_at'> & { readonly cause?: string },
    ): Promise<void> => {
      await database
        .updateTable('thread_series')
        .set(how)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute()
    },
    /** Ends those whose agents never told their end. */
    endOverdue: async (atMs: number): Promise<void> => {
      await database
        .updateTable('thread_series')
        .set({ state: 'failed', ended_at: atMs, cause: toldCause('profileAgentLost') })
        .where('state', '=', 'running')
        .where('until_at', '<', atMs)
        .execute()
    },
    setKept: async (projectId: string, id: string, isKept: boolean): Promise<void> => {
      await database
        .updateTable('thread_series')
        .set({ is_kept: isKept })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
    delete: async (projectId: string, ids: readonly string[]): Promise<void> => {
      await database
        .deleteFrom('thread_series')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .execute()
    },
  }
}

function seriesExpiry(database: Database) {
  return {
    /** Those that were begun before and are not always kept. */
    countBefore: async (projectId: string, beforeMs: number): Promise<number> => {
      const { count } = await database
        .selectFrom('thread_series')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('is_kept', '=', false)
        .where('state', '!=', 'running')
        .where('began_at', '<', beforeMs)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Deletes expired ones of all projects with their dumps, the oldest first, at most `limit`; returns whose they were. */
    deleteExpired: (nowMs: number, limit: number): Promise<ExpiredRow[]> =>
      database
        .deleteFrom('thread_series')
        .where('id', 'in', query =>
          query
            .selectFrom('thread_series')
            .leftJoin('profile_retention', 'profile_retention.project_id', 'thread_series.project_id')
            .select('thread_series.id')
            .where('thread_series.is_kept', '=', false)
            .where('thread_series.state', '!=', 'running')
            .where(hasExpired('thread_series.began_at', nowMs))
            .orderBy('thread_series.began_at')
            .limit(limit)
            .forUpdate('thread_series')
            .skipLocked(),
        )
        .returning(expiredProject('thread_series'))
        .execute(),
  }
}

function dumpWrites(database: Database) {
  return {
    /** Once, however often it is told. */
    keep: (
      id: string,
      dump: { readonly jvm: DumpedJvm; readonly facts: ThreadDumpFacts; readonly body: Buffer },
    ): Promise<void> =>
      database.transaction().execute(async transaction => {
        await transaction
          .updateTable('thread_series')
          .set({ jvm: JSON.stringify(dump.jvm) })
          .where('id', '=', id)
          .where('jvm', 'is', null)
          .execute()
        await transaction
          .insertInto('thread_dumps')
          .values({
            series_id: id,
            number: dump.facts.number,
            facts: JSON.stringify(dump.facts),
            body: dump.body,
          })
          .onConflict(conflict => conflict.columns(['series_id', 'number']).doNothing())
          .execute()
      }),
  }
}

const seriesOf = (row: SeriesRow): ThreadSeries => ({
  id: row.id,
  monitorId: row.monitor_id,
  monitorName: row.monitor_name,
  dumps: row.dumps,
  seconds: row.seconds,
  state: row.state,
  cause: row.cause,
  machine: row.machine,
  agentId: row.agent_id,
  jvm: row.jvm,
  taken: row.taken ?? [],
  beganAt: row.began_at,
  endedAt: row.ended_at,
  createdBy: row.created_by,
  isKept: row.is_kept,
  expiresAt: expiryOf({ atMs: row.began_at, days: row.kept_days, isKept: row.is_kept }),
})
