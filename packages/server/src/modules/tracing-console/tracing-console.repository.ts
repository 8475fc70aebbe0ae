/** Queries of tracing consoles. */
import type { TracingConsole } from '@pone/contract/entities/tracing-console.ts'
import type { Database } from '../../adapters/database/database.ts'

export type TracingConsoleRepository = ReturnType<typeof createTracingConsoleRepository>

export function createTracingConsoleRepository(database: Database) {
  return {
    find: async (projectId: string): Promise<TracingConsole | null> =>
      (await database
        .selectFrom('tracing_consoles')
        .select([
          'address',
          'trace_address as traceAddress',
          'updated_by as updatedBy',
          'updated_at as updatedAt',
        ])
        .where('project_id', '=', projectId)
        .executeTakeFirst()) ?? null,
    save: async (
      projectId: string,
      { address, traceAddress, updatedBy, updatedAt }: TracingConsole,
    ): Promise<void> => {
      const values = { address, trace_address: traceAddress, updated_by: updatedBy, updated_at: updatedAt }
      await database
        .insertInto('tracing_consoles')
        .values({ project_id: projectId, ...values })
        .onConflict(conflict => conflict.column('project_id').doUpdateSet(values))
        .execute()
    },
    remove: async (projectId: string): Promise<void> => {
      await database.deleteFrom('tracing_consoles').where('project_id', '=', projectId).execute()
    },
  }
}
