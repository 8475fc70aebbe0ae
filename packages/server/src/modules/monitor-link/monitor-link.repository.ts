/** Queries of monitoring links; a project sees its own only. */

import type { InputOf } from '@pone/contract/call.ts'
import type { monitorLinkCalls } from '@pone/contract/calls/monitor-link.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import type { LinkedMonitor, LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { deleteStopped } from '../../adapters/database/delete-stopped.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { MonitorLinkTable } from './monitor-link.table.ts'

export type MonitorLinkQuery = InputOf<typeof monitorLinkCalls.list>
export type LinkSessionQuery = InputOf<typeof monitorLinkCalls.sessions>

export interface LinkListRow extends Omit<Selectable<MonitorLinkTable>, 'topology'> {
  readonly nodes: number
  readonly edges: number
  readonly states: MonitorState[]
  readonly scenarios: { id: string; name: string }[]
}
export type LinkRow = LinkListRow & Pick<Selectable<MonitorLinkTable>, 'topology'>

export type MonitorLinkRepository = ReturnType<typeof createMonitorLinkRepository>

export function createMonitorLinkRepository(database: Database) {
  return { ...linkReads(database), ...linkWrites(database), ...linkRemovals(database) }
}

/** Serialises insertions, starts and stops of a project. */
export const lockLinks = (transaction: Transaction<Tables>, projectId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`monitor links ${projectId}`}, 0))`.execute(transaction)

const sortColumns = {
  name: sql`lower(monitor_links.name)`,
  createdAt: sql`monitor_links.created_at`,
  updatedAt: sql`monitor_links.updated_at`,
} as const

/** All columns besides the topology, its size, the states of its monitors and its scenarios. */
const described = (database: Database) =>
  database.selectFrom('monitor_links').select([
    'monitor_links.id',
    'monitor_links.project_id',
    'monitor_links.name',
    'monitor_links.collects_each_second',
    'monitor_links.is_running',
    'monitor_links.running_since',
    'monitor_links.revision',
    'monitor_links.created_by',
    'monitor_links.created_at',
    'monitor_links.updated_by',
    'monitor_links.updated_at',
    sql<number>`jsonb_array_length(monitor_links.topology -> 'nodes')`.as('nodes'),
    sql<number>`jsonb_array_length(monitor_links.topology -> 'edges')`.as('edges'),
    sql<MonitorState[]>`(
        select coalesce(jsonb_agg(monitor_current.state), '[]')
        from monitor_link_monitors
        join monitor_current on monitor_current.monitor_id = monitor_link_monitors.monitor_id
        where monitor_link_monitors.link_id = monitor_links.id
      )`.as('states'),
    sql<{ id: string; name: string }[]>`(
        select coalesce(jsonb_agg(
          jsonb_build_object('id', catalogue_nodes.id, 'name', catalogue_nodes.name)
          order by lower(catalogue_nodes.name)
        ), '[]')
        from monitor_link_scenarios
        join catalogue_nodes on catalogue_nodes.id = monitor_link_scenarios.scenario_id
        where monitor_link_scenarios.link_id = monitor_links.id
      )`.as('scenarios'),
  ])

const isBoundToAny = sql<boolean>`exists (
  select from monitor_link_scenarios where monitor_link_scenarios.link_id = monitor_links.id
)`

function matching(database: Database, { projectId, search, isRunning, isBound }: MonitorLinkQuery) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return described(database)
    .where('monitor_links.project_id', '=', projectId)
    .$if(search !== '', rows => rows.where('monitor_links.name', 'ilike', pattern))
    .$if(isRunning !== null, rows => rows.where('is_running', '=', isRunning ?? false))
    .$if(isBound !== null, rows => rows.where(isBoundToAny, '=', isBound ?? false))
}

/** Queries that read links. */
function linkReads(database: Database) {
  return {
    list: async (query: MonitorLinkQuery): Promise<{ total: number; rows: LinkListRow[] }> => {
      const found = matching(database, query)
      const [{ total }, rows] = await Promise.all([
        found
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        found
          .orderBy(sortColumns[query.sort], query.descending ? 'desc' : 'asc')
          .orderBy('monitor_links.id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    /** All of the project by name. */
    all: (projectId: string): Promise<LinkListRow[]> =>
      described(database).where('project_id', '=', projectId).orderBy(sortColumns.name).execute(),
    find: (projectId: string, id: string): Promise<LinkRow | undefined> =>
      described(database)
        .select('monitor_links.topology')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Names of those of the project. */
    names: (projectId: string, ids: readonly string[]) =>
      database
        .selectFrom('monitor_links')
        .select(['id', 'name'])
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .orderBy(sortColumns.name)
        .execute(),
    allNames: async (projectId: string): Promise<string[]> => {
      const rows = await database
        .selectFrom('monitor_links')
        .select('name')
        .where('project_id', '=', projectId)
        .execute()
      return rows.map(row => row.name)
    },
    /** Those of these monitors that the project has. */
    monitors: (projectId: string, ids: readonly string[]): Promise<LinkedMonitor[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : database
            .selectFrom('monitors')
            .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
            .select([
              'monitors.id',
              'monitors.name',
              'monitors.type',
              'monitors.is_running as isRunning',
              'monitor_current.state',
            ])
            .where('monitors.project_id', '=', projectId)
            .where('monitors.id', 'in', ids)
            .execute(),
    /** How many of these scenarios the project has. */
    scenarios: async (projectId: string, ids: readonly string[]): Promise<number> => {
      if (ids.length === 0) return 0
      const { count } = await database
        .selectFrom('catalogue_nodes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('tree', '=', 'scenario')
        .where('kind', '=', 'scenario')
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

export interface StoredLink {
  readonly projectId: string
  readonly id: string
  readonly name: string
  readonly topology: LinkTopology
  /** Of the project, each once. */
  readonly monitorIds: readonly string[]
  readonly at: number
  readonly by: string
}

async function storeMonitors(transaction: Transaction<Tables>, { id, monitorIds }: StoredLink) {
  await transaction.deleteFrom('monitor_link_monitors').where('link_id', '=', id).execute()
  if (monitorIds.length === 0) return
  await transaction
    .insertInto('monitor_link_monitors')
    .values(monitorIds.map(monitorId => ({ link_id: id, monitor_id: monitorId })))
    .execute()
}

/** Queries that store links. */
function linkWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit`. */
    insert: (link: StoredLink, limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await lockLinks(transaction, link.projectId)
        const { count } = await transaction
          .selectFrom('monitor_links')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', link.projectId)
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('monitor_links')
          .values({
            id: link.id,
            project_id: link.projectId,
            name: link.name,
            topology: JSON.stringify(link.topology),
            is_running: false,
            running_since: null,
            revision: 1,
            created_by: link.by,
            created_at: link.at,
            updated_by: link.by,
            updated_at: link.at,
          })
          .execute()
        await storeMonitors(transaction, link)
        return true
      }),
    /** False when the stored revision differs, it runs, or the project has no such link. */
    update: (link: StoredLink, revision: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('monitor_links')
          .set({
            name: link.name,
            topology: JSON.stringify(link.topology),
            updated_by: link.by,
            updated_at: link.at,
          })
          .set(eb => ({ revision: eb('revision', '+', 1) }))
          .where('id', '=', link.id)
          .where('project_id', '=', link.projectId)
          .where('revision', '=', revision)
          .where('is_running', '=', false)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await storeMonitors(transaction, link)
        return true
      }),
    /** Under the next revision. False when it runs, or the project has no such link. */
    rename: async (link: Omit<StoredLink, 'topology' | 'monitorIds'>): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('monitor_links')
        .set({ name: link.name, updated_by: link.by, updated_at: link.at })
        .set(eb => ({ revision: eb('revision', '+', 1) }))
        .where('id', '=', link.id)
        .where('project_id', '=', link.projectId)
        .where('is_running', '=', false)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** What is left out stays. */
export interface LinkBinding {
  readonly scenarioIds: readonly string[]
  readonly collectsEachSecond?: boolean | undefined
}

/** Queries that delete links, or bind them. */
function linkRemovals(database: Database) {
  return {
    /** Deletes all of them, or none when one runs; returns the names of those that run. */
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> =>
      deleteStopped(database, 'monitor_links', projectId, ids),
    /** In place of the scenarios that it was bound to. */
    bind: (id: string, { scenarioIds, collectsEachSecond }: LinkBinding): Promise<void> =>
      database.transaction().execute(async transaction => {
        if (collectsEachSecond !== undefined)
          await transaction
            .updateTable('monitor_links')
            .set({ collects_each_second: collectsEachSecond })
            .where('id', '=', id)
            .execute()
        await transaction.deleteFrom('monitor_link_scenarios').where('link_id', '=', id).execute()
        if (scenarioIds.length === 0) return
        await transaction
          .insertInto('monitor_link_scenarios')
          .values(scenarioIds.map(scenarioId => ({ link_id: id, scenario_id: scenarioId })))
          .execute()
      }),
  }
}
