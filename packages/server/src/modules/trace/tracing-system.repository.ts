/** Queries of tracing systems. */
import type { TracingSystemSettings } from '@pone/contract/entities/tracing-system.ts'
import type { Database } from '../../adapters/database/database.ts'

export interface StoredTracingSystem {
  readonly settings: TracingSystemSettings
  readonly sealedSecret: string | null
  readonly updatedBy: string
  readonly updatedAt: number
}

export type TracingSystemRepository = ReturnType<typeof createTracingSystemRepository>

export function createTracingSystemRepository(database: Database) {
  return {
    find: async (projectId: string): Promise<StoredTracingSystem | null> =>
      (await database
        .selectFrom('tracing_systems')
        .select([
          'settings',
          'sealed_secret as sealedSecret',
          'updated_by as updatedBy',
          'updated_at as updatedAt',
        ])
        .where('project_id', '=', projectId)
        .executeTakeFirst()) ?? null,
    save: async (projectId: string, system: StoredTracingSystem): Promise<void> => {
      const values = {
        settings: JSON.stringify(system.settings),
        sealed_secret: system.sealedSecret,
        updated_by: system.updatedBy,
        updated_at: system.updatedAt,
      }
      await database
        .insertInto('tracing_systems')
        .values({ project_id: projectId, ...values })
        .onConflict(conflict => conflict.column('project_id').doUpdateSet(values))
        .execute()
    },
    remove: async (projectId: string): Promise<void> => {
      await database.deleteFrom('tracing_systems').where('project_id', '=', projectId).execute()
    },
  }
}
