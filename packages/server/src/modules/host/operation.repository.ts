/** Queries of operations: insertion, display and cancellation. */
import type { HostProblem, OperationLine } from '@pone/contract/entities/host.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { HostScope } from './host.repository.ts'
import type { HostOperationTable } from './host.table.ts'

export type OperationRow = Selectable<HostOperationTable>

export interface OperationQuery {
  readonly hostId: string | null
  readonly groupId: string | null
  readonly state: 'all' | 'active' | 'over' | 'failed'
  readonly search: string
  readonly page: number
  readonly pageSize: number
}

export interface GroupQuery {
  readonly state: 'all' | 'active' | 'over'
  /** Of a host's name. */
  readonly search: string
  readonly page: number
  readonly pageSize: number
}

/** One request for several hosts, and the number of its operations in each state. */
export interface GroupRow extends Record<OperationRow['state'], number> {
  readonly groupId: string
  readonly tool: OperationRow['tool']
  readonly kind: OperationRow['kind']
  readonly version: string | null
  readonly createdBy: string
  readonly createdAt: number
  readonly hosts: number
}

/** An operation and its host's name. */
export type NamedOperationRow = OperationRow & { readonly host_name: string }

/** States of active operations. */
export const activeOperations = ['waiting', 'executing'] as const

export type OperationRepository = ReturnType<typeof createOperationRepository>

export function createOperationRepository(database: Database) {
  return {
    ...operationLists(database),
    ...operationGroups(database),
    ...groupMembers(database),
    ...hostOperations(database),
    ...operationPackages(database),
    insert: async (rows: readonly Insertable<HostOperationTable>[]): Promise<void> => {
      await database
        .insertInto('host_operations')
        .values([...rows])
        .execute()
    },
    /** Waiting ones end at once, executing ones are marked; finished ones stay unchanged. */
    cancel: async (ids: readonly string[], now: number): Promise<void> => {
      await database
        .updateTable('host_operations')
        .set({ state: 'cancelled', ended_at: now, is_cancelling: true })
        .where('id', 'in', ids)
        .where('state', '=', 'waiting')
        .execute()
      await database
        .updateTable('host_operations')
        .set({ is_cancelling: true })
        .where('id', 'in', ids)
        .where('state', '=', 'executing')
        .execute()
    },
  }
}

/** Operations for display. */
function operationLists(database: Database) {
  return {
    find: (scope: HostScope, id: string): Promise<NamedOperationRow | undefined> =>
      scoped(database, scope)
        .selectAll('host_operations')
        .select('hosts.name as host_name')
        .where('host_operations.id', '=', id)
        .executeTakeFirst(),
    findAll: (scope: HostScope, ids: readonly string[]): Promise<NamedOperationRow[]> =>
      scoped(database, scope)
        .selectAll('host_operations')
        .select('hosts.name as host_name')
        .where('host_operations.id', 'in', ids)
        .orderBy('number')
        .execute(),
    list: async (
      scope: HostScope,
      query: OperationQuery,
    ): Promise<{ total: number; rows: NamedOperationRow[] }> => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const found = scoped(database, scope)
        .$if(query.hostId !== null, rows => rows.where('host_id', '=', query.hostId ?? ''))
        .$if(query.groupId !== null, rows => rows.where('group_id', '=', query.groupId ?? ''))
        .$if(query.search !== '', rows => rows.where('hosts.name', 'ilike', pattern))
        .$if(query.state === 'active', rows => rows.where('state', 'in', activeOperations))
        .$if(query.state === 'over', rows => rows.where('state', 'not in', activeOperations))
        .$if(query.state === 'failed', rows => rows.where('state', '=', 'failed'))
      const { total } = await found
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await found
        .selectAll('host_operations')
        .select('hosts.name as host_name')
        // Executing ones first, then waiting ones in order, then finished ones, newest first.
        .orderBy(sql`case state when 'executing' then 0 when 'waiting' then 1 else 2 end`)
        .orderBy(sql`case when state = 'waiting' then number else -number end`)
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute()
      return { total, rows }
    },
    counts: async (scope: HostScope): Promise<{ waiting: number; executing: number }> =>
      scoped(database, scope)
        .select(({ fn, eb }) => [
          fn
            .countAll<number>()
            .filterWhere(eb('state', '=', 'waiting'))
            .as('waiting'),
          fn
            .countAll<number>()
            .filterWhere(eb('state', '=', 'executing'))
            .as('executing'),
        ])
        .executeTakeFirstOrThrow(),
    lines: (operationId: string, after: number): Promise<OperationLine[]> =>
      database
        .selectFrom('host_operation_lines')
        .select(['seq', 'at', 'level', 'text'])
        .where('operation_id', '=', operationId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(1_000)
        .execute(),
  }
}

/** Requests for several hosts, paged. */
function operationGroups(database: Database) {
  return {
    /** Active ones first, then newest first. */
    listGroups: async (scope: HostScope, query: GroupQuery): Promise<{ total: number; rows: GroupRow[] }> => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const grouped = scoped(database, scope)
        .$if(query.search !== '', rows => rows.where('hosts.name', 'ilike', pattern))
        .select(({ fn, eb }) => {
          const inState = <S extends OperationRow['state']>(state: S) =>
            fn
              .countAll<number>()
              .filterWhere(eb('state', '=', state))
              .as(state)
          return [
            'group_id as groupId',
            fn.min('tool').as('tool'),
            fn.min('kind').as('kind'),
            fn.min('version').as('version'),
            fn.min('created_by').as('createdBy'),
            fn.min('host_operations.created_at').as('createdAt'),
            fn.max('number').as('last'),
            fn.countAll<number>().as('hosts'),
            inState('waiting'),
            inState('executing'),
            inState('successful'),
            inState('failed'),
            inState('cancelled'),
          ]
        })
        .groupBy('group_id')
      const wanted = database
        .selectFrom(grouped.as('grouped'))
        .$if(query.state === 'active', rows =>
          rows.where(eb => eb.or([eb('waiting', '>', 0), eb('executing', '>', 0)])),
        )
        .$if(query.state === 'over', rows => rows.where('waiting', '=', 0).where('executing', '=', 0))
      const { total } = await wanted
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await wanted
        .selectAll()
        .orderBy(sql`case when executing > 0 then 0 when waiting > 0 then 1 else 2 end`)
        .orderBy('last', 'desc')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute()
      return { total, rows }
    },
  }
}

/** Operations of one request. */
function groupMembers(database: Database) {
  return {
    /** Problems of the failed operations of these groups, most frequent first. */
    problemsOf: async (
      scope: HostScope,
      groupIds: readonly string[],
    ): Promise<{ groupId: string; code: HostProblem; hosts: number }[]> => {
      if (groupIds.length === 0) return []
      const rows = await scoped(database, scope)
        .select(({ fn }) => [
          'group_id as groupId',
          'problem_code as code',
          fn.countAll<number>().as('hosts'),
        ])
        .where('group_id', 'in', groupIds)
        .where('state', '=', 'failed')
        .groupBy(['group_id', 'problem_code'])
        .orderBy('hosts', 'desc')
        .execute()
      return rows.map(({ code, ...row }) => ({ ...row, code: code ?? 'unexpected' }))
    },
    /** The operations of these groups. */
    ofGroups: (scope: HostScope, groupIds: readonly string[]): Promise<NamedOperationRow[]> =>
      groupIds.length === 0
        ? Promise.resolve([])
        : scoped(database, scope)
            .selectAll('host_operations')
            .select('hosts.name as host_name')
            .where('group_id', 'in', groupIds)
            .execute(),
    /** States of all operations of these groups. */
    groups: async (
      groupIds: readonly string[],
    ): Promise<{ groupId: string; state: OperationRow['state'] }[]> =>
      groupIds.length === 0
        ? []
        : database
            .selectFrom('host_operations')
            .select(['group_id as groupId', 'state'])
            .where('group_id', 'in', groupIds)
            .execute(),
  }
}

/** Operations by their hosts. */
function hostOperations(database: Database) {
  return {
    /** Numbers of the waiting ones of these hosts, in their order. */
    waitingNumbers: async (hostIds: readonly string[]): Promise<{ hostId: string; number: number }[]> =>
      hostIds.length === 0
        ? []
        : database
            .selectFrom('host_operations')
            .select(['host_id as hostId', 'number'])
            .where('host_id', 'in', hostIds)
            .where('state', '=', 'waiting')
            .orderBy('number')
            .execute(),
    /** For each host and tool, the executing or first waiting operation; otherwise the last finished one. */
    latestOf: async (hostIds: readonly string[]): Promise<OperationRow[]> =>
      hostIds.length === 0
        ? []
        : database
            .selectFrom('host_operations')
            .selectAll()
            .distinctOn(['host_id', 'tool'])
            .where('host_id', 'in', hostIds)
            .orderBy('host_id')
            .orderBy('tool')
            .orderBy(sql`case state when 'executing' then 0 when 'waiting' then 1 else 2 end`)
            .orderBy(sql`case when state = 'waiting' then number else -number end`)
            .execute(),
    hasActive: async (hostIds: readonly string[]): Promise<string[]> => {
      if (hostIds.length === 0) return []
      const rows = await database
        .selectFrom('host_operations')
        .select('host_id')
        .distinct()
        .where('host_id', 'in', hostIds)
        .where('state', 'in', activeOperations)
        .execute()
      return rows.map(row => row.host_id)
    },
  }
}

/** Packages used by operations. */
function operationPackages(database: Database) {
  return {
    /** Names of hosts on which an active operation installs this package. */
    hostsUsingPackage: async (packageId: string): Promise<string[]> => {
      const rows = await database
        .selectFrom('host_operations')
        .innerJoin('hosts', 'hosts.id', 'host_operations.host_id')
        .select('hosts.name as name')
        .where('package_id', '=', packageId)
        .where('state', 'in', activeOperations)
        .execute()
      return rows.map(row => row.name)
    },
    /** Whether an active operation installs this package on the host of this agent. */
    isBringing: async (agentId: string, packageId: string): Promise<boolean> => {
      const row = await database
        .selectFrom('host_operations')
        .innerJoin('hosts', 'hosts.id', 'host_operations.host_id')
        .select('host_operations.id')
        .where('package_id', '=', packageId)
        .where('hosts.agent_id', '=', agentId)
        .where('state', 'in', activeOperations)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    usePackage: async (id: string, packageId: string): Promise<void> => {
      await database
        .updateTable('host_operations')
        .set({ package_id: packageId })
        .where('id', '=', id)
        .execute()
    },
  }
}

const scoped = (database: Database, scope: HostScope) =>
  database
    .selectFrom('host_operations')
    .innerJoin('hosts', 'hosts.id', 'host_operations.host_id')
    .$if(scope !== null, rows =>
      rows.where(eb =>
        eb.exists(
          eb
            .selectFrom('host_projects')
            .select('host_id')
            .whereRef('host_projects.host_id', '=', 'host_operations.host_id')
            .where('project_id', '=', scope?.projectId ?? ''),
        ),
      ),
    )

/** Names of the hosts on which an operation is installing the package. */
export const hostsUsingPackage = (database: Database) => (packageId: string) =>
  createOperationRepository(database).hostsUsingPackage(packageId)
