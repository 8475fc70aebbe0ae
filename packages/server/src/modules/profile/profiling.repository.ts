/** Queries of orders for flame diagrams and of their executions. */
import type { ProfileTake, Profiling } from '@pone/contract/entities/profiling.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { createTakeQueries, takeOf } from './profile-take.repository.ts'
import { fieldsOf, type ProfilingTable } from './profiling.table.ts'

type StoredProfiling = Selectable<ProfilingTable>

export type ProfilingRepository = ReturnType<typeof createProfilingRepository>

export function createProfilingRepository(database: Database) {
  return { ...orderReads(database), ...orderWrites(database), ...createTakeQueries(database) }
}

function orderReads(database: Database) {
  const described = (projectId: string) =>
    database
      .selectFrom('profilings')
      .innerJoin('monitors', 'monitors.id', 'profilings.monitor_id')
      .where('profilings.project_id', '=', projectId)
      .selectAll('profilings')
      .select(['monitors.name as monitor_name'])
      .select(eb => [
        eb
          .selectFrom('catalogue_nodes')
          .where(sql<boolean>`catalogue_nodes.id = (profilings.fields->>'scenarioId')::uuid`)
          .whereRef('catalogue_nodes.project_id', '=', 'profilings.project_id')
          .select('name')
          .as('scenario_name'),
        eb
          .selectFrom('monitor_links')
          .where(sql<boolean>`monitor_links.id = (profilings.fields->>'linkId')::uuid`)
          .whereRef('monitor_links.project_id', '=', 'profilings.project_id')
          .select('name')
          .as('link_name'),
      ])
      .select(eb =>
        eb
          .selectFrom('profile_takes')
          .whereRef('profile_takes.profiling_id', '=', 'profilings.id')
          .select(
            sql<Counts>`jsonb_build_object(
              'running', count(*) filter (where state = 'running'),
              'completed', count(*) filter (where state = 'complete'),
              'failed', count(*) filter (where state = 'failed')
            )`.as('counts'),
          )
          .as('counts'),
      )
  return {
    list: async (projectId: string, limit: number): Promise<Profiling[]> => {
      const rows = await described(projectId)
        .orderBy('profilings.created_at', 'desc')
        .orderBy('profilings.id')
        .limit(limit)
        .execute()
      const latest = await newestTakes(
        database,
        rows.map(({ id }) => id),
      )
      return rows.map(row => profilingOf(row, latest.get(row.id) ?? null))
    },
    find: async (projectId: string, id: string): Promise<Profiling | undefined> => {
      const row = await described(projectId).where('profilings.id', '=', id).executeTakeFirst()
      if (row === undefined) return undefined
      return profilingOf(row, (await newestTakes(database, [id])).get(id) ?? null)
    },
  }
}

function orderWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit` active ones. */
    insert: (
      row: Omit<StoredProfiling, 'begun' | 'cancelled_at' | 'reason'>,
      limit: number,
    ): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`profilings ${row.project_id}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('profilings')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', row.project_id)
          .where(eb => eb.or([eb('next_at', 'is not', null), eb('armed_since', 'is not', null)]))
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('profilings')
          .values({ ...row, fields: JSON.stringify(row.fields) })
          .execute()
        return true
      }),
    /** Executions that were running, with their agents. */
    cancel: (projectId: string, id: string, atMs: number) =>
      database.transaction().execute(async transaction => {
        await transaction
          .updateTable('profilings')
          .set({ next_at: null, armed_since: null, cancelled_at: atMs })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .execute()
        return await transaction
          .updateTable('profile_takes')
          .set({ state: 'cancelled', ended_at: atMs })
          .where('profiling_id', '=', id)
          .where('state', '=', 'running')
          .returning(['id', 'agent_id'])
          .execute()
      }),
    delete: async (projectId: string, ids: readonly string[]): Promise<void> => {
      await database
        .deleteFrom('profilings')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .execute()
    },
  }
}

interface Counts {
  readonly running: number
  readonly completed: number
  readonly failed: number
}

async function newestTakes(database: Database, ids: readonly string[]): Promise<Map<string, ProfileTake>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('profile_takes')
    .distinctOn('profiling_id')
    .selectAll()
    .where('profiling_id', 'in', ids)
    .orderBy('profiling_id')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.map(row => [row.profiling_id, takeOf(row)]))
}

interface DescribedProfiling extends StoredProfiling {
  readonly monitor_name: string
  readonly scenario_name: string | null
  readonly link_name: string | null
  readonly counts: Counts | null
}

function profilingOf(row: DescribedProfiling, latest: ProfileTake | null): Profiling {
  const { running, completed, failed } = row.counts ?? { running: 0, completed: 0, failed: 0 }
  const isActive = row.next_at !== null || row.armed_since !== null || running > 0
  return {
    ...fieldsOf(row.fields),
    id: row.id,
    monitorId: row.monitor_id,
    monitorName: row.monitor_name,
    scenarioName: row.scenario_name ?? '',
    linkName: row.link_name ?? '',
    state: row.cancelled_at !== null ? 'cancelled' : isActive ? 'active' : 'ended',
    nextAt: row.next_at,
    begun: row.begun,
    completed,
    failed,
    latest,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}
