/** Queries of flame diagrams; every one is limited to a project. */
import type { InputOf } from '@pone/contract/call.ts'
import type { profileCalls } from '@pone/contract/calls/profile.ts'
import type { ProfilePart } from '@pone/contract/entities/profile.ts'
import type { StoredOrigin } from '@pone/contract/entities/profiling.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { keptDays } from '../../adapters/database/profile-expiry.ts'
import type { ProfileTable } from './profile.table.ts'

export type ProfileQuery = InputOf<typeof profileCalls.list>
export type StoredProfile = Omit<Selectable<ProfileTable>, 'parts' | 'origin' | 'is_kept'> & {
  readonly parts: ProfilePart[]
  readonly origin: StoredOrigin | null
}

/** A stored flame diagram with the run that it belongs to. */
export interface ProfileRow extends Omit<StoredProfile, 'project_id'> {
  readonly is_kept: boolean
  /** Days for which its project keeps flame diagrams. */
  readonly kept_days: number
  readonly run_number: number | null
  readonly run_name: string | null
  readonly run_started_at: number | null
  readonly run_ended_at: number | null
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>

export function createProfileRepository(database: Database) {
  return { ...profileReads(database), ...runReads(database), ...profileWrites(database) }
}

const sortColumns = {
  name: sql`lower(profiles.name)`,
  startedAt: sql`profiles.started_at`,
  createdAt: sql`profiles.created_at`,
} as const

const columns = [
  'profiles.id',
  'profiles.name',
  'profiles.format',
  'profiles.file_name',
  'profiles.file_bytes',
  'profiles.started_at',
  'profiles.duration_ms',
  'profiles.is_cut',
  'profiles.requests',
  'profiles.run_id',
  'profiles.parts',
  'profiles.origin',
  'profiles.created_by',
  'profiles.created_at',
  'profiles.is_kept',
  keptDays.as('kept_days'),
  'runs.number as run_number',
  'runs.scenario_name as run_name',
  'runs.started_at as run_started_at',
  'runs.ended_at as run_ended_at',
] as const

function profileReads(database: Database) {
  const withRuns = (projectId: string) =>
    database
      .selectFrom('profiles')
      .leftJoin('runs', join =>
        join.onRef('runs.id', '=', 'profiles.run_id').onRef('runs.project_id', '=', 'profiles.project_id'),
      )
      .leftJoin('profile_retention', 'profile_retention.project_id', 'profiles.project_id')
      .where('profiles.project_id', '=', projectId)
  return {
    list: async (query: ProfileQuery): Promise<{ total: number; rows: ProfileRow[] }> => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const found = withRuns(query.projectId)
        .$if(query.search !== '', rows => rows.where('profiles.name', 'ilike', pattern))
        .$if(query.runId !== null, rows => rows.where('profiles.run_id', '=', query.runId))
        .$if(query.kind !== null, rows =>
          rows.where(sql<boolean>`profiles.parts @> ${JSON.stringify([{ kind: query.kind }])}::jsonb`),
        )
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .select(columns)
          .orderBy(sortColumns[query.sort], order =>
            query.descending ? order.desc().nullsLast() : order.asc().nullsLast(),
          )
          .orderBy('profiles.id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    ofRun: (projectId: string, runId: string): Promise<ProfileRow[]> =>
      withRuns(projectId)
        .where('profiles.run_id', '=', runId)
        .select(columns)
        .orderBy('profiles.started_at')
        .orderBy('profiles.created_at')
        .execute(),
    find: (projectId: string, id: string): Promise<ProfileRow | undefined> =>
      withRuns(projectId).where('profiles.id', '=', id).select(columns).executeTakeFirst(),
    hasRun: async (projectId: string, id: string): Promise<boolean> =>
      (await database
        .selectFrom('runs')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined,
    count: async (projectId: string): Promise<number> => {
      const { count } = await database
        .selectFrom('profiles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Ids and numbers of profiles of all flame diagrams of a project, or of these. */
    files: (
      projectId: string,
      ids?: readonly string[],
    ): Promise<{ id: string; name: string; parts: number }[]> =>
      database
        .selectFrom('profiles')
        .select(['id', 'name', sql<number>`jsonb_array_length(parts)`.as('parts')])
        .where('project_id', '=', projectId)
        .$if(ids !== undefined, rows => rows.where('id', 'in', ids ?? []))
        .execute(),
  }
}

/** What is needed of the batches of runs. */
function runReads(database: Database) {
  return {
    /** Requests that a run completed in these seconds. */
    counted: async (
      runId: string,
      { first, count }: { readonly first: number; readonly count: number },
    ): Promise<number> => {
      const { requests } = await database
        .selectFrom('run_batches')
        .select(({ fn }) => fn.sum<number | null>('counted').as('requests'))
        .where('run_id', '=', runId)
        .where('second', '>=', first)
        .where('second', '<', first + count)
        .executeTakeFirstOrThrow()
      return Number(requests ?? 0)
    },
  }
}

function profileWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit`. */
    insert: (profile: StoredProfile, limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`profiles ${profile.project_id}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('profiles')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', profile.project_id)
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('profiles')
          .values({
            ...profile,
            parts: JSON.stringify(profile.parts),
            origin: profile.origin === null ? null : JSON.stringify(profile.origin),
          })
          .execute()
        return true
      }),
    update: async (
      projectId: string,
      id: string,
      values: Pick<ProfileRow, 'name' | 'requests' | 'run_id' | 'is_kept'>,
    ): Promise<void> => {
      await database
        .updateTable('profiles')
        .set(values)
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
    delete: async (projectId: string, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return
      await database
        .deleteFrom('profiles')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .execute()
    },
  }
}
