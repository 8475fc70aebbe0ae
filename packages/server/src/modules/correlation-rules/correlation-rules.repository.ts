/** Queries of correlation rules. */
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { CorrelationRulesTable } from './correlation-rules.table.ts'

export type CorrelationRulesRepository = ReturnType<typeof createCorrelationRulesRepository>

interface RulesWrite {
  readonly content: CorrelationRules
  readonly by: string
  readonly at: number
}

export function createCorrelationRulesRepository(database: Database) {
  return {
    find: (projectId: string): Promise<Selectable<CorrelationRulesTable> | undefined> =>
      database
        .selectFrom('correlation_rules')
        .selectAll()
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    /** False when the stored revision differs; that of a project without rules is 0. */
    save: async (projectId: string, revision: number, { content, by, at }: RulesWrite): Promise<boolean> => {
      const row = { content: JSON.stringify(content), updated_by: by, updated_at: at }
      if (revision === 0) {
        const inserted = await database
          .insertInto('correlation_rules')
          .values({ project_id: projectId, revision: 1, ...row })
          .onConflict(conflict => conflict.column('project_id').doNothing())
          .returning('project_id')
          .executeTakeFirst()
        return inserted !== undefined
      }
      const { numUpdatedRows } = await database
        .updateTable('correlation_rules')
        .set({ ...row, revision: sql`revision + 1` })
        .where('project_id', '=', projectId)
        .where('revision', '=', revision)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
