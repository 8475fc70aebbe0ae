/** Queries of production mixes; a project sees its own only. */
import type { InputOf } from '@pone/contract/call.ts'
import type { productionMixCalls } from '@pone/contract/calls/production-mix.ts'
import type { ProductionMix, ProductionMixRow } from '@pone/contract/entities/production-mix.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export type ProductionMixQuery = InputOf<typeof productionMixCalls.list>
export type ProductionMixRepository = ReturnType<typeof createProductionMixRepository>

const sortColumns = {
  name: sql`lower(name)`,
  createdAt: sql`created_at`,
  requests: sql`(document -> 'requests')::bigint`,
} as const satisfies Record<ProductionMixQuery['sort'], unknown>

export function createProductionMixRepository(database: Database) {
  return { ...mixReads(database), ...mixWrites(database) }
}

const rowColumns = [
  'id',
  'name',
  sql<ProductionMixRow['source']>`document -> 'source'`.as('source'),
  sql<number>`(document -> 'fromMs')::bigint`.as('fromMs'),
  sql<number>`(document -> 'toMs')::bigint`.as('toMs'),
  sql<number>`(document -> 'requests')::bigint`.as('requests'),
  sql<number>`jsonb_array_length(document -> 'templates')`.as('templates'),
  'created_by as createdBy',
  'created_at as createdAt',
] as const

function mixReads(database: Database) {
  const ofProject = (projectId: string) =>
    database.selectFrom('production_mixes').where('project_id', '=', projectId)
  return {
    list: async ({
      projectId,
      search,
      sort,
      descending,
      page,
      pageSize,
    }: ProductionMixQuery): Promise<{ total: number; rows: ProductionMixRow[] }> => {
      const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const found = ofProject(projectId).$if(search !== '', rows => rows.where('name', 'ilike', pattern))
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .select([...rowColumns])
          .orderBy(sortColumns[sort], descending ? 'desc' : 'asc')
          .orderBy('id')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    names: (projectId: string): Promise<{ id: string; name: string }[]> =>
      ofProject(projectId).select(['id', 'name']).orderBy(sortColumns.name).orderBy('id').execute(),
    row: (projectId: string, id: string): Promise<ProductionMixRow | undefined> =>
      ofProject(projectId)
        .select([...rowColumns])
        .where('id', '=', id)
        .executeTakeFirst(),
    find: (projectId: string, id: string): Promise<ProductionMix | undefined> =>
      ofProject(projectId)
        .select(['id', 'name', 'document', 'created_by as createdBy', 'created_at as createdAt'])
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}

function mixWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit`. */
    insert: (
      projectId: string,
      { id, name, document, createdBy, createdAt }: ProductionMix,
      limit: number,
    ): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`production mixes ${projectId}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('production_mixes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('production_mixes')
          .values({
            id,
            project_id: projectId,
            name,
            document: JSON.stringify(document),
            created_by: createdBy,
            created_at: createdAt,
          })
          .execute()
        return true
      }),
    rename: async (projectId: string, id: string, name: string): Promise<void> => {
      await database
        .updateTable('production_mixes')
        .set({ name })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
    delete: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('production_mixes')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
  }
}
