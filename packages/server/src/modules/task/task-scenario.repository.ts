/** The query for the scenarios that a task set may use. */
import type { TaskScenario } from '@pone/contract/entities/task.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** In tree order; documents are not loaded, because a project may have many. */
export const taskScenarios =
  (database: Database) =>
  (projectId: string): Promise<TaskScenario[]> =>
    database
      .selectFrom('catalogue_nodes as scenario')
      .innerJoin('catalogue_nodes as folder', 'folder.id', 'scenario.parent_id')
      .select([
        'scenario.id',
        'scenario.name',
        sql<string>`case folder.kind when 'root' then '' else folder.name end`.as('folder'),
        sql<TaskScenario['engine']>`coalesce(scenario.document->>'engine', ${defaultEngine})`.as('engine'),
      ])
      .where('scenario.project_id', '=', projectId)
      .where('scenario.tree', '=', 'scenario')
      .where('scenario.kind', '=', 'scenario')
      .orderBy('folder.position')
      .orderBy('folder.id')
      .orderBy('scenario.position')
      .execute()
