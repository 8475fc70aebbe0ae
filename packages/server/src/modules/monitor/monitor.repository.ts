/** Queries of monitors and their groups; a project sees its own only. */

import type { InputOf } from '@pone/contract/call.ts'
import type { monitorCalls } from '@pone/contract/calls/monitor.ts'
import { type MonitorCounts, type MonitorGroup, monitorStates } from '@pone/contract/entities/monitor.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { deleteStopped } from '../../adapters/database/delete-stopped.ts'
import type { MonitorCurrentView, MonitorTable } from './monitor.table.ts'

export type MonitorListQuery = InputOf<typeof monitorCalls.list>
/** A monitor with its present state, its collector's name and the name of its group. */
export type MonitorRow = Selectable<MonitorTable> &
  Omit<Selectable<MonitorCurrentView>, 'monitor_id'> & {
    collector_name: string | null
    /** Of the run for which it is collected each second. */
    fast_run_number: number | null
  }

const sortColumns = {
  name: sql`lower(monitors.name)`,
  type: sql`monitors.type`,
  createdAt: sql`monitors.created_at`,
  updatedAt: sql`monitors.updated_at`,
} as const

export type MonitorRepository = ReturnType<typeof createMonitorRepository>

export function createMonitorRepository(database: Database) {
  return { ...monitorReads(database), ...monitorWrites(database), ...monitorGroups(database) }
}

const described = (database: Database) =>
  database
    .selectFrom('monitors')
    .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
    .leftJoin('load_machines', 'load_machines.id', 'monitor_current.collector_id')

const selected = (rows: ReturnType<typeof described>) =>
  rows
    .selectAll('monitors')
    .select([
      'monitor_current.state',
      'monitor_current.problem',
      'monitor_current.last_at',
      'monitor_current.collector_id',
      'load_machines.name as collector_name',
      sql<number | null>`(select number from runs where runs.id = monitors.fast_run_id)`.as(
        'fast_run_number',
      ),
    ])

function matching(database: Database, query: MonitorListQuery) {
  const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return described(database)
    .where('monitors.project_id', '=', query.projectId)
    .$if(query.search !== '', rows =>
      rows.where(eb =>
        eb.or([
          eb('monitors.name', 'ilike', pattern),
          eb('monitors.type', 'ilike', pattern),
          // Values only, so that names of parameters are not found.
          sql<boolean>`exists (
            select from jsonb_each_text(monitors.params) as param where param.value ilike ${pattern}
          )`,
        ]),
      ),
    )
    .$if(query.type !== null, rows => rows.where('monitors.type', '=', query.type ?? ''))
    .$if(query.groupId !== null, rows => rows.where('monitors.group_id', '=', query.groupId))
    .$if(query.agentId !== null, rows => rows.where('monitor_current.collector_id', '=', query.agentId))
    .$if(query.isRunning !== null, rows => rows.where('monitors.is_running', '=', query.isRunning ?? false))
    .$if(query.states.length > 0, rows => rows.where('monitor_current.state', 'in', query.states))
}

/** Queries that read monitors. */
function monitorReads(database: Database) {
  return {
    list: async (query: MonitorListQuery): Promise<{ total: number; rows: MonitorRow[] }> => {
      const found = matching(database, query)
      const direction = query.descending ? 'desc' : 'asc'
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        selected(found)
          .orderBy(sortColumns[query.sort], direction)
          .orderBy('monitors.id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    find: (projectId: string, id: string): Promise<MonitorRow | undefined> =>
      selected(described(database))
        .where('monitors.id', '=', id)
        .where('monitors.project_id', '=', projectId)
        .executeTakeFirst(),
    /** Those of the project, by name. */
    findAll: async (projectId: string, ids: readonly string[]): Promise<MonitorRow[]> =>
      ids.length === 0
        ? []
        : selected(described(database))
            .where('monitors.id', 'in', ids)
            .where('monitors.project_id', '=', projectId)
            .orderBy(sortColumns.name)
            .execute(),
    /** All of the project, by name. */
    all: (projectId: string): Promise<MonitorRow[]> =>
      selected(described(database))
        .where('monitors.project_id', '=', projectId)
        .orderBy(sortColumns.name)
        .execute(),
    names: async (projectId: string): Promise<string[]> => {
      const rows = await database
        .selectFrom('monitors')
        .select('name')
        .where('project_id', '=', projectId)
        .execute()
      return rows.map(row => row.name)
    },
    counts: async (projectId: string): Promise<MonitorCounts> => {
      const rows = await database
        .selectFrom('monitor_current')
        .innerJoin('monitors', 'monitors.id', 'monitor_current.monitor_id')
        .select(({ fn }) => ['monitor_current.state', fn.countAll<number>().as('count')])
        .where('monitors.project_id', '=', projectId)
        .groupBy('monitor_current.state')
        .execute()
      const of = new Map(rows.map(row => [row.state, row.count]))
      const total = rows.reduce((sum, row) => sum + row.count, 0)
      const byState = Object.fromEntries(monitorStates.map(state => [state, of.get(state) ?? 0]))
      return {
        total,
        running: total - (of.get('stopped') ?? 0),
        byState: byState as MonitorCounts['byState'],
      }
    },
  }
}

/** Ends a transaction. */
class ChangedMeanwhile extends Error {
  readonly id: string
  constructor(id: string) {
    super(`monitor ${id} was changed`)
    this.id = id
  }
}

async function updateOne(
  database: Pick<Database, 'updateTable'>,
  at: { readonly projectId: string; readonly id: string; readonly revision: number },
  fields: Updateable<MonitorTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('monitors')
    .set(fields)
    .set(eb => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', at.id)
    .where('project_id', '=', at.projectId)
    .where('revision', '=', at.revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Queries that change monitors. */
function monitorWrites(database: Database) {
  return {
    /** Inserts all, or none when the project would then have more than `limit`. */
    insert: (projectId: string, rows: readonly Insertable<MonitorTable>[], limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        // Serialises concurrent insertions of a project, so that the limit holds.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`monitors ${projectId}`}, 0))`.execute(
          transaction,
        )
        const { count } = await transaction
          .selectFrom('monitors')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        if (count + rows.length > limit) return false
        await transaction
          .insertInto('monitors')
          .values([...rows])
          .execute()
        return true
      }),
    /** False when the stored revision differs, or the monitor does not exist. */
    update: (
      at: { projectId: string; id: string; revision: number },
      fields: Updateable<MonitorTable>,
    ): Promise<boolean> => updateOne(database, at, fields),
    /** All of them, or none when one was changed or deleted since it was read; then the one is returned. */
    updateAll: (
      projectId: string,
      changes: readonly {
        readonly row: Pick<MonitorRow, 'id' | 'name' | 'revision'>
        readonly fields: Updateable<MonitorTable>
      }[],
    ): Promise<string | null> =>
      database
        .transaction()
        .execute(async transaction => {
          for (const { row, fields } of changes)
            if (!(await updateOne(transaction, { projectId, ...row }, fields)))
              throw new ChangedMeanwhile(row.id)
          return null
        })
        .catch((cause: unknown) => {
          if (cause instanceof ChangedMeanwhile) return cause.id
          throw cause
        }),
    move: async (projectId: string, ids: readonly string[], groupId: string | null): Promise<void> => {
      await database
        .updateTable('monitors')
        .set({ group_id: groupId })
        .where('id', 'in', ids)
        .where('project_id', '=', projectId)
        .execute()
    },
    /** Deletes all of them, or none when one runs; returns the names of those that run. */
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> =>
      deleteStopped(database, 'monitors', projectId, ids),
  }
}

/** Groups of monitors. */
function monitorGroups(database: Database) {
  const groups = (projectId: string) =>
    database
      .selectFrom('monitor_groups')
      .leftJoin('monitors', 'monitors.group_id', 'monitor_groups.id')
      .select(({ fn }) => [
        'monitor_groups.id',
        'monitor_groups.name',
        fn.count<number>('monitors.id').as('monitors'),
        fn.count<number>('monitors.id').filterWhere('monitors.is_running', '=', true).as('running'),
      ])
      .where('monitor_groups.project_id', '=', projectId)
      .groupBy(['monitor_groups.id', 'monitor_groups.name'])
      .orderBy(sql`lower(monitor_groups.name)`)
  return {
    groups: (projectId: string): Promise<MonitorGroup[]> => groups(projectId).execute(),
    findGroup: (projectId: string, id: string): Promise<MonitorGroup | undefined> =>
      groups(projectId).where('monitor_groups.id', '=', id).executeTakeFirst(),
    insertGroup: async (group: {
      id: string
      projectId: string
      name: string
      at: number
    }): Promise<void> => {
      await database
        .insertInto('monitor_groups')
        .values({ id: group.id, project_id: group.projectId, name: group.name, created_at: group.at })
        .execute()
    },
    renameGroup: async (projectId: string, id: string, name: string): Promise<void> => {
      await database
        .updateTable('monitor_groups')
        .set({ name })
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .execute()
    },
    deleteGroup: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('monitor_groups')
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .execute()
    },
  }
}
