/** Queries of hosts, their projects and their tools. */
import type { HostFacts, HostSettings, Tool } from '@pone/contract/entities/host.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { HostTable, HostToolTable } from './host.table.ts'

export type HostRow = Selectable<HostTable>
export type HostToolRow = Selectable<HostToolTable>

/** Which hosts are visible: all (null), or those of one project. */
export type HostScope = { readonly projectId: string } | null

export interface HostListQuery {
  readonly search: string
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | 'address' | 'createdAt'
  readonly descending: boolean
  /** Only this one, unless null. */
  readonly hostId: string | null
  /** Only hosts whose agent is (or is not) one of these. */
  readonly agents: { readonly ids: readonly string[]; readonly isOneOf: boolean } | null
  /** Only hosts with an operation under way, or with a tool whose last operation failed; null: any. */
  readonly work: 'busy' | 'failed' | null
}

const sortColumns = { name: 'name', address: 'address', createdAt: 'created_at' } as const

const isBusy = sql<boolean>`exists (
  select from host_operations
  where host_id = hosts.id and state in ('waiting', 'executing')
)`
/** Only the last finished operation of a tool counts; while one is active, none counts as failed. */
const hasFailed = sql<boolean>`exists (
  select from host_operations as last
  where last.host_id = hosts.id and last.state = 'failed' and not exists (
    select from host_operations as other
    where other.host_id = last.host_id and other.tool = last.tool
      and (other.state in ('waiting', 'executing') or other.number > last.number)
  )
)`

type Place = Pick<HostRow, 'id' | 'address' | 'ssh_port' | 'has_ssh'>

const isSamePlace = (one: Place, other: Place): boolean =>
  one.address.toLowerCase() === other.address.toLowerCase() &&
  one.ssh_port === other.ssh_port &&
  one.has_ssh === other.has_ssh

/** Another host with the same SSH address and port. Hosts without SSH may share an address, as containers do. */
async function otherAtPlace(
  transaction: Transaction<Tables>,
  { id, address, ssh_port, has_ssh }: Place,
): Promise<HostRow | undefined> {
  if (!has_ssh) return undefined
  // The lock serializes concurrent insertions.
  await sql`select pg_advisory_xact_lock(hashtextextended('hosts.place', 0))`.execute(transaction)
  return transaction
    .selectFrom('hosts')
    .selectAll()
    .where('has_ssh', '=', true)
    .where('ssh_port', '=', ssh_port)
    .where(({ fn }) => fn('lower', ['address']), '=', address.toLowerCase())
    .where('id', '!=', id)
    .executeTakeFirst()
}

export type HostRepository = ReturnType<typeof createHostRepository>

export function createHostRepository(database: Database) {
  return {
    ...hostReads(database),
    ...hostAgents(database),
    ...hostWrites(database),
    ...hostNotes(database),
    ...hostTools(database),
  }
}

/** Queries that read hosts. */
function hostReads(database: Database) {
  const scoped = (scope: HostScope) =>
    database.selectFrom('hosts').$if(scope !== null, rows =>
      rows.where(eb =>
        eb.exists(
          eb
            .selectFrom('host_projects')
            .select('host_id')
            .whereRef('host_projects.host_id', '=', 'hosts.id')
            .where('project_id', '=', scope?.projectId ?? ''),
        ),
      ),
    )
  return {
    list: async (scope: HostScope, query: HostListQuery): Promise<{ total: number; rows: HostRow[] }> => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const { agents } = query
      const found = scoped(scope)
        .$if(query.search !== '', rows =>
          rows.where(eb => eb.or([eb('name', 'ilike', pattern), eb('address', 'ilike', pattern)])),
        )
        .$if(query.hostId !== null, rows => rows.where('id', '=', query.hostId ?? ''))
        .$if(agents !== null, rows =>
          rows.where(eb => {
            const isOneOf =
              agents === null || agents.ids.length === 0
                ? eb.lit(false)
                : eb.and([eb('agent_id', 'is not', null), eb('agent_id', 'in', [...agents.ids])])
            return agents?.isOneOf === true ? isOneOf : eb.not(isOneOf)
          }),
        )
        .$if(query.work === 'busy', rows => rows.where(isBusy))
        .$if(query.work === 'failed', rows => rows.where(hasFailed))
      const { total } = await found
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await found
        .selectAll()
        .orderBy(sortColumns[query.sort], query.descending ? 'desc' : 'asc')
        .orderBy('id')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute()
      return { total, rows }
    },
    find: (scope: HostScope, id: string): Promise<HostRow | undefined> =>
      scoped(scope).selectAll().where('id', '=', id).executeTakeFirst(),
    findAll: async (scope: HostScope, ids: readonly string[]): Promise<HostRow[]> =>
      ids.length === 0 ? [] : scoped(scope).selectAll().where('id', 'in', ids).orderBy('name').execute(),
    projectsOf: async (
      hostIds: readonly string[],
    ): Promise<{ hostId: string; id: string; name: string }[]> =>
      hostIds.length === 0
        ? []
        : database
            .selectFrom('host_projects')
            .innerJoin('projects', 'projects.id', 'host_projects.project_id')
            .select(['host_projects.host_id as hostId', 'projects.id as id', 'projects.name as name'])
            .where('host_projects.host_id', 'in', hostIds)
            .orderBy('projects.name')
            .execute(),
  }
}

/** Hosts by agent or address. */
function hostAgents(database: Database) {
  return {
    ofAgent: (agentId: string): Promise<HostRow | undefined> =>
      database.selectFrom('hosts').selectAll().where('agent_id', '=', agentId).executeTakeFirst(),
    /** Hosts with an agent that may be the same machine: equal address, or equal confirmed host key. */
    neighbours: (place: { address: string; hostKey: string }): Promise<HostRow[]> =>
      database
        .selectFrom('hosts')
        .selectAll()
        .where('agent_id', 'is not', null)
        .where(eb => eb.or([eb('address', '=', place.address), eb('host_key', '=', place.hostKey)]))
        .execute(),
    agentIds: async (): Promise<string[]> => {
      const rows = await database
        .selectFrom('hosts')
        .select('agent_id')
        .where('agent_id', 'is not', null)
        .execute()
      return rows.flatMap(row => (row.agent_id === null ? [] : [row.agent_id]))
    },
  }
}

/** Assigns a host to projects; one that is named twice counts once. */
async function assign(database: Database, hostId: string, projectIds: readonly string[]): Promise<void> {
  const rows = [...new Set(projectIds)].map(projectId => ({ host_id: hostId, project_id: projectId }))
  if (rows.length > 0) await database.insertInto('host_projects').values(rows).execute()
}

/** Insertion, update and deletion of hosts, with their projects. */
function hostWrites(database: Database) {
  return {
    /** Nothing is written when another host has the same address, which is returned then. */
    insert: (row: HostRow, projectIds: readonly string[]): Promise<HostRow | undefined> =>
      database.transaction().execute(async transaction => {
        const other = await otherAtPlace(transaction, row)
        if (other !== undefined) return other
        await transaction
          .insertInto('hosts')
          .values({ ...row, settings: JSON.stringify(row.settings), facts: null })
          .execute()
        await assign(transaction, row.id, projectIds)
        return undefined
      }),
    /** As `insert`, when `fields` contain another address. */
    update: (
      id: string,
      fields: Partial<Omit<HostRow, 'id' | 'settings' | 'facts'>>,
      projectIds?: readonly string[],
    ): Promise<HostRow | undefined> =>
      database.transaction().execute(async transaction => {
        const before = await transaction
          .selectFrom('hosts')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        if (before === undefined) return undefined
        const after = { ...before, ...fields }
        // Hosts of earlier versions may share an address, and can still be edited.
        const other = isSamePlace(before, after) ? undefined : await otherAtPlace(transaction, after)
        if (other !== undefined) return other
        if (Object.keys(fields).length > 0)
          await transaction.updateTable('hosts').set(fields).where('id', '=', id).execute()
        if (projectIds === undefined) return undefined
        await transaction.deleteFrom('host_projects').where('host_id', '=', id).execute()
        await assign(transaction, id, projectIds)
        return undefined
      }),
    delete: async (ids: readonly string[]): Promise<void> => {
      if (ids.length > 0) await database.deleteFrom('hosts').where('id', 'in', ids).execute()
    },
  }
}

/** Stored facts of a host: agent, settings, machine facts. */
function hostNotes(database: Database) {
  return {
    /** An agent belongs to one host; it is removed from any other one. */
    linkAgent: async (id: string, agentId: string): Promise<void> => {
      await database.transaction().execute(async transaction => {
        await transaction
          .updateTable('hosts')
          .set({ agent_id: null })
          .where('agent_id', '=', agentId)
          .where('id', '!=', id)
          .execute()
        await transaction.updateTable('hosts').set({ agent_id: agentId }).where('id', '=', id).execute()
      })
    },
    setSettings: async (id: string, settings: HostSettings): Promise<void> => {
      await database
        .updateTable('hosts')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', id)
        .execute()
    },
    setFacts: async (id: string, facts: HostFacts): Promise<void> => {
      await database
        .updateTable('hosts')
        .set({ facts: JSON.stringify(facts) })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Tools on hosts. */
function hostTools(database: Database) {
  return {
    toolsOf: async (hostIds: readonly string[]): Promise<HostToolRow[]> =>
      hostIds.length === 0
        ? []
        : database
            .selectFrom('host_tools')
            .selectAll()
            .where('host_id', 'in', hostIds)
            .orderBy('installed_at', 'desc')
            .execute(),
    putTool: async (row: HostToolRow): Promise<void> => {
      await database
        .insertInto('host_tools')
        .values(row)
        .onConflict(conflict =>
          conflict.columns(['host_id', 'tool', 'version']).doUpdateSet({
            path: row.path,
            is_started: row.is_started,
            installed_at: row.installed_at,
          }),
        )
        .execute()
    },
    startTool: async (hostId: string, tool: Tool, version: string | null): Promise<void> => {
      await database
        .updateTable('host_tools')
        .set({ is_started: version === null ? false : sql<boolean>`version = ${version}` })
        .where('host_id', '=', hostId)
        .where('tool', '=', tool)
        .execute()
    },
    dropTool: async (hostId: string, tool: Tool, version: string | null): Promise<void> => {
      await database
        .deleteFrom('host_tools')
        .where('host_id', '=', hostId)
        .where('tool', '=', tool)
        .$if(version !== null, rows => rows.where('version', '=', version ?? ''))
        .execute()
    },
  }
}
