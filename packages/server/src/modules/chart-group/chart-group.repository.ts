/** Queries of chart groups, and of the runs that their charts mark; a project sees its own only. */

import type { InputOf } from '@pone/contract/call.ts'
import type { chartGroupCalls } from '@pone/contract/calls/chart-group.ts'
import {
  type ChartGroupContent,
  type ChartGroupRow,
  maxRunMarks,
  type RunMark,
} from '@pone/contract/entities/chart-group.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { ChartGroupTable } from './chart-group.table.ts'

export type ChartGroupQuery = InputOf<typeof chartGroupCalls.list>
export type StoredChartGroup = Selectable<ChartGroupTable>

export interface ChartGroupWrite {
  readonly projectId: string
  readonly id: string
  readonly name: string
  readonly content: ChartGroupContent
  readonly at: number
  readonly by: string
}

export type ChartGroupRepository = ReturnType<typeof createChartGroupRepository>

export function createChartGroupRepository(database: Database) {
  return { ...groupReads(database), ...groupWrites(database), ...runReads(database) }
}

const sortColumns = {
  name: sql`lower(name)`,
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
} as const

function groupReads(database: Database) {
  return {
    list: async (query: ChartGroupQuery): Promise<{ total: number; rows: ChartGroupRow[] }> => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const found = database
        .selectFrom('chart_groups')
        .where('project_id', '=', query.projectId)
        .$if(query.search !== '', rows => rows.where('name', 'ilike', pattern))
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .select([
            'id',
            'name',
            sql<ChartGroupRow['style']>`content ->> 'style'`.as('style'),
            sql<number>`jsonb_array_length(content -> 'charts')`.as('charts'),
            'revision',
            'created_by as createdBy',
            'created_at as createdAt',
            'updated_by as updatedBy',
            'updated_at as updatedAt',
          ])
          .orderBy(sortColumns[query.sort], query.descending ? 'desc' : 'asc')
          .orderBy('id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    /** All of the project by name. */
    names: (projectId: string): Promise<{ id: string; name: string }[]> =>
      database
        .selectFrom('chart_groups')
        .select(['id', 'name'])
        .where('project_id', '=', projectId)
        .orderBy(sortColumns.name)
        .orderBy('id')
        .execute(),
    find: (projectId: string, id: string): Promise<StoredChartGroup | undefined> =>
      database
        .selectFrom('chart_groups')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}

function groupWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit`. */
    insert: ({ projectId, id, name, content, at, by }: ChartGroupWrite, limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`chart groups ${projectId}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('chart_groups')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('chart_groups')
          .values({
            id,
            project_id: projectId,
            name,
            content: JSON.stringify(content),
            revision: 1,
            created_by: by,
            created_at: at,
            updated_by: by,
            updated_at: at,
          })
          .execute()
        return true
      }),
    /** False when the stored revision differs, or the project has no such group. */
    update: async (
      { projectId, id, name, content, at, by }: ChartGroupWrite,
      revision: number,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('chart_groups')
        .set({ name, content: JSON.stringify(content), updated_by: by, updated_at: at })
        .set(eb => ({ revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .where('revision', '=', revision)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Returns the names of those that were deleted: all, or none when the project does not have one of them. */
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> =>
      database.transaction().execute(async transaction => {
        const rows = await transaction
          .selectFrom('chart_groups')
          .select('name')
          .where('project_id', '=', projectId)
          .where('id', 'in', ids)
          .orderBy(sortColumns.name)
          .forUpdate()
          .execute()
        if (rows.length < new Set(ids).size) return []
        await transaction
          .deleteFrom('chart_groups')
          .where('project_id', '=', projectId)
          .where('id', 'in', ids)
          .execute()
        return rows.map(({ name }) => name)
      }),
  }
}

function runReads(database: Database) {
  return {
    /** Runs whose time overlaps the range, newest first. */
    runs: (projectId: string, { from, to }: { from: number; to: number }): Promise<RunMark[]> =>
      database
        .selectFrom('runs')
        .select(['id', 'number', 'scenario_name as name', 'state', 'ended_at as endedAt'])
        .select(sql<number>`started_at`.as('startedAt'))
        .where('project_id', '=', projectId)
        .where('started_at', 'is not', null)
        .where('started_at', '<', to)
        .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(maxRunMarks)
        .execute(),
  }
}
