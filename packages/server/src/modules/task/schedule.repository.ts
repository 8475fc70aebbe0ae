/** Queries of schedules; a due one is processed by exactly one server. */

import type { InputOf } from '@pone/contract/call.ts'
import type { taskCalls } from '@pone/contract/calls/task.ts'
import type { ScheduleRule } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { insertExecution, type NewExecution } from './new-execution.repository.ts'
import type { TaskScheduleTable } from './task.table.ts'

export type ScheduleRow = Selectable<TaskScheduleTable>
export type NamedSchedule = ScheduleRow & { readonly project_name: string; readonly set_name: string }
/** `projectId` null: of all projects. */
export type ScheduleQuery = Omit<InputOf<typeof taskCalls.schedules>, 'projectId'> & {
  readonly projectId: string | null
}

export interface SavedSchedule {
  readonly id: string
  readonly projectId: string
  readonly setId: string
  readonly rule: ScheduleRule
  readonly graceMinutes: number
  readonly isEnabled: boolean
  readonly nextAt: number | null
  readonly ownerId: string
  readonly by: string
  readonly language: Language
  readonly at: number
}

/** The new state of a due schedule. */
export interface FiredSchedule {
  readonly executions: readonly NewExecution[]
  readonly nextAt: number | null
  readonly lastAt: number
  readonly isEnabled: boolean
}

const engineOfSet = sql<Engine>`coalesce(node.document->>'engine', ${defaultEngine})`

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>

export function createScheduleRepository(database: Database) {
  return { ...scheduleReads(database), ...scheduleWrites(database), ...dueSchedules(database) }
}

/** Schedules for display, and their number. */
function scheduleReads(database: Database) {
  const named = () =>
    database
      .selectFrom('task_schedules as schedule')
      .innerJoin('projects as project', 'project.id', 'schedule.project_id')
      .innerJoin('catalogue_nodes as node', 'node.id', 'schedule.set_id')
  return {
    find: async (projectId: string, id: string): Promise<NamedSchedule | null> => {
      const row = await named()
        .selectAll('schedule')
        .select(['project.name as project_name', 'node.name as set_name'])
        .where('schedule.id', '=', id)
        .where('schedule.project_id', '=', projectId)
        .executeTakeFirst()
      return row ?? null
    },
    list: async (query: ScheduleQuery): Promise<{ total: number; rows: NamedSchedule[] }> => {
      let matching = named()
      if (query.projectId !== null) matching = matching.where('schedule.project_id', '=', query.projectId)
      if (query.engine !== null) matching = matching.where(engineOfSet, '=', query.engine)
      if (query.setId !== null) matching = matching.where('schedule.set_id', '=', query.setId)
      if (query.isEnabled !== null) matching = matching.where('schedule.is_enabled', '=', query.isEnabled)
      if (query.search !== '') {
        const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
        matching = matching.where(where =>
          where.or([
            where('node.name', 'ilike', pattern),
            where('schedule.created_by', 'ilike', pattern),
            where('project.name', 'ilike', pattern),
          ]),
        )
      }
      const { total } = await matching
        .select(expression => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll('schedule')
        .select(['project.name as project_name', 'node.name as set_name'])
        .orderBy('schedule.next_at', order => order.asc().nullsLast())
        .orderBy('node.name')
        .orderBy('schedule.id')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute()
      return { total, rows }
    },
    countOf: async (setId: string): Promise<number> => {
      const { count } = await database
        .selectFrom('task_schedules')
        .select(expression => expression.fn.countAll<number>().as('count'))
        .where('set_id', '=', setId)
        .executeTakeFirstOrThrow()
      return count
    },
    countEnabled: async ({
      projectId,
      engine,
    }: Pick<ScheduleQuery, 'projectId' | 'engine'>): Promise<number> => {
      let query = named()
        .select(expression => expression.fn.countAll<number>().as('count'))
        .where('schedule.is_enabled', '=', true)
        .where('schedule.next_at', 'is not', null)
      if (projectId !== null) query = query.where('schedule.project_id', '=', projectId)
      if (engine !== null) query = query.where(engineOfSet, '=', engine)
      return (await query.executeTakeFirstOrThrow()).count
    },
  }
}

/** Changes of schedules. */
function scheduleWrites(database: Database) {
  return {
    save: async (saved: SavedSchedule): Promise<void> => {
      const changes = {
        set_id: saved.setId,
        rule: JSON.stringify(saved.rule),
        grace_minutes: saved.graceMinutes,
        is_enabled: saved.isEnabled,
        next_at: saved.nextAt,
        owner_id: saved.ownerId,
        created_by: saved.by,
        language: saved.language,
        updated_at: saved.at,
      }
      await database
        .insertInto('task_schedules')
        .values({
          ...changes,
          id: saved.id,
          project_id: saved.projectId,
          last_at: null,
          created_at: saved.at,
        })
        .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
        .execute()
    },
    delete: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('task_schedules')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Due schedules. */
function dueSchedules(database: Database) {
  return {
    /**
     * Locks one due schedule, so that other servers skip it, and stores its new state in the same transaction.
     * False when none is due.
     */
    takeDue: (
      now: number,
      exceptIds: readonly string[],
      fire: (schedule: ScheduleRow) => Promise<FiredSchedule>,
    ): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        let due = transaction
          .selectFrom('task_schedules')
          .selectAll()
          .where('is_enabled', '=', true)
          .where('next_at', '<=', now)
        if (exceptIds.length > 0) due = due.where('id', 'not in', [...exceptIds])
        const schedule = await due.orderBy('next_at').limit(1).forUpdate().skipLocked().executeTakeFirst()
        if (schedule === undefined) return false
        const fired = await fire(schedule)
        for (const execution of fired.executions) await insertExecution(transaction, execution)
        await transaction
          .updateTable('task_schedules')
          .set({ next_at: fired.nextAt, last_at: fired.lastAt, is_enabled: fired.isEnabled })
          .where('id', '=', schedule.id)
          .execute()
        return true
      }),
  }
}
