/** Queries of what waits for a person in a project, runs apart. */
import type { Waiting } from '@pone/contract/entities/home.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** Documents above this size are not checked for the home page, bytes as stored. */
const maxCheckedBytes = 256 * 1024

export interface OwnComponent {
  readonly id: string
  readonly name: string
  readonly document: unknown
}

export type WaitingRepository = ReturnType<typeof createWaitingRepository>

export function createWaitingRepository(database: Database) {
  return {
    /** The next schedules of the project that are switched on, soonest first. */
    nextSchedules: (projectId: string, limit: number): Promise<Waiting['schedules']> =>
      database
        .selectFrom('task_schedules as schedule')
        .innerJoin('catalogue_nodes as node', 'node.id', 'schedule.set_id')
        .select(expression => [
          'schedule.id as id',
          'schedule.set_id as setId',
          'node.name as setName',
          expression.ref('schedule.next_at').$notNull().as('at'),
        ])
        .where('schedule.project_id', '=', projectId)
        .where('schedule.is_enabled', '=', true)
        .where('schedule.next_at', 'is not', null)
        .orderBy('schedule.next_at')
        .limit(limit)
        .execute(),
    /** Executions of one owner's schedules that were missed since, latest first. */
    missed: ({
      projectId,
      ownerId,
      since,
      limit,
    }: {
      projectId: string
      ownerId: string
      since: number
      limit: number
    }): Promise<Waiting['missed']> =>
      database
        .selectFrom('task_executions')
        .select([
          'id',
          'number',
          'set_name as setName',
          'due_at as dueAt',
          sql<Engine>`coalesce(options->>'engine', ${defaultEngine})`.as('engine'),
        ])
        .where('project_id', '=', projectId)
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'missed')
        .where('due_at', '>=', since)
        .orderBy('due_at', 'desc')
        .limit(limit)
        .execute(),
    /** The components that the account saved last. */
    ownComponents: (projectId: string, account: string, limit: number): Promise<OwnComponent[]> =>
      database
        .selectFrom('catalogue_nodes')
        .select(['id', 'name', 'document'])
        .where('project_id', '=', projectId)
        .where('tree', '=', 'component')
        .where('kind', '=', 'component')
        .where('updated_by', '=', account)
        .where(sql<boolean>`pg_column_size(document) <= ${maxCheckedBytes}`)
        .orderBy('updated_at', 'desc')
        .limit(limit)
        .execute(),
  }
}
