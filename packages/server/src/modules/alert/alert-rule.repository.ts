/** Queries of alert rules; each change raises the version by which servers know that theirs are outdated. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import {
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { AlertRuleTable } from './alert.table.ts'
import type { AlertMonitor } from './alert-steps.ts'

export type StoredAlertRule = Selectable<AlertRuleTable>

export interface RuleMonitor {
  readonly id: string
  readonly type: string
  readonly type_version: number | null
  readonly group_id: string | null
  readonly send_interval_ms: number
  readonly receive_interval_ms: number
  readonly frequency_ms: number
}

/** A monitor as the scope and the cycle of a rule see it. */
export interface RuledMonitor extends Omit<AlertMonitor, 'definition'> {
  readonly ref: { readonly type: string; readonly type_version: number | null }
}

export interface WatchedRule {
  readonly id: string
  readonly name: string
  readonly content: AlertRuleContent
}

/** A monitor that is collected. */
export interface RunningMonitor extends RuledMonitor {
  readonly name: string
  /** Epoch ms. */
  readonly runningSince: number
}

export interface RulePageQuery {
  readonly projectId: string
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly level: AlertRuleTable['level'] | null
  readonly isEnabled: boolean | null
  /** Those whose scope includes it; null: whichever. */
  readonly monitor: RuleMonitor | null
  readonly sort: 'name' | 'level' | 'open' | 'updatedAt'
  readonly descending: boolean
}

export interface AlertRuleWrite {
  readonly projectId: string
  readonly id: string
  readonly name: string
  readonly isEnabled: boolean
  readonly level: AlertRuleTable['level']
  readonly labels: Readonly<Record<string, string>>
  readonly channelIds: readonly string[]
  readonly content: AlertRuleContent
  readonly evaluation: number
  readonly at: number
  readonly by: string
}

const columnsOf = ({
  name,
  isEnabled,
  level,
  labels,
  channelIds,
  content,
  evaluation,
  at,
  by,
}: AlertRuleWrite) => ({
  name,
  is_enabled: isEnabled,
  level,
  labels: JSON.stringify(labels),
  channel_ids: JSON.stringify(channelIds),
  content: JSON.stringify(content),
  evaluation,
  updated_by: by,
  updated_at: at,
})

async function raiseVersion(transaction: Transaction<Tables>, projectId: string): Promise<void> {
  await transaction
    .insertInto('alert_rule_versions')
    .values({ project_id: projectId, version: 1 })
    .onConflict(conflict =>
      conflict.column('project_id').doUpdateSet({ version: sql`alert_rule_versions.version + 1` }),
    )
    .execute()
}

export function createAlertRuleRepository(database: Database) {
  return { ...watchReads(database), ...ruleReads(database), ...ruleWrites(database) }
}

type Rules = ExpressionBuilder<Tables, 'alert_rules'>

function matches(eb: Rules, { projectId, search, level, isEnabled, monitor }: RulePageQuery) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return eb.and([
    eb('alert_rules.project_id', '=', projectId),
    eb('is_deleted', '=', false),
    ...(search === '' ? [] : [eb('name', 'ilike', pattern)]),
    ...(level === null ? [] : [eb('level', '=', level)]),
    ...(isEnabled === null ? [] : [eb('is_enabled', '=', isEnabled)]),
    ...(monitor === null ? [] : [includes(monitor)]),
  ])
}

/** Whether the scope of a rule includes the monitor. */
const includes = ({ id, type, group_id: groupId }: RuleMonitor) => sql<SqlBool>`
  case content -> 'scope' ->> 'kind'
    when 'monitors' then content -> 'scope' -> 'monitorIds' ? ${id}::text
    when 'type' then content -> 'scope' ->> 'type' = ${type}::text
    else content -> 'scope' ->> 'groupId' = ${groupId}::text
  end`

const sortKeys = {
  name: sql`lower(name)`,
  level: sql`array_position(array['notice', 'warning', 'critical'], level)`,
  open: sql`coalesce(active.open, 0)`,
  updatedAt: sql`updated_at`,
}

async function listRules(
  database: Database,
  query: RulePageQuery,
): Promise<{ total: number; rows: (StoredAlertRule & { open: number })[] }> {
  const { projectId, page, pageSize, sort, descending } = query
  const found = database.selectFrom('alert_rules').where(eb => matches(eb, query))
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .leftJoin(openAlerts(database).where('project_id', '=', projectId).as('active'), join =>
        join.onRef('active.rule_id', '=', 'alert_rules.id'),
      )
      .selectAll('alert_rules')
      .select(sql<number>`coalesce(active.open, 0)`.as('open'))
      .orderBy(sortKeys[sort], descending ? 'desc' : 'asc')
      .orderBy(sortKeys.name)
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { total, rows }
}

/** Triggered and silent alerts by rule. */
const openAlerts = (database: Database) =>
  database
    .selectFrom('alert_states')
    .select(({ fn }) => ['rule_id', fn.countAll<number>().as('open')])
    .where('phase', 'in', ['triggered', 'silent'])
    .groupBy('rule_id')

const ruledMonitor = (
  projectId: string,
  row: Pick<
    Selectable<Tables['monitors']>,
    'id' | 'type' | 'type_version' | 'group_id' | 'send_interval_ms' | 'receive_interval_ms' | 'frequency_ms'
  >,
): RuledMonitor => ({
  id: row.id,
  projectId,
  type: row.type,
  ref: { type: row.type, type_version: row.type_version },
  groupId: row.group_id,
  expectedMs: Math.max(row.send_interval_ms, row.receive_interval_ms),
  frequencyMs: row.frequency_ms,
})

/** Rules, and the monitors that they watch. */
function watchReads(database: Database) {
  return {
    /** A page of those that match, each with the number of its triggered and silent alerts. */
    list: (query: RulePageQuery) => listRules(database, query),
    /** Of the project, as rules see them. */
    monitors: async (projectId: string): Promise<RuledMonitor[]> => {
      const rows = await database
        .selectFrom('monitors')
        .select(['id', 'type', 'type_version', 'group_id'])
        .select(['send_interval_ms', 'receive_interval_ms', 'frequency_ms'])
        .where('project_id', '=', projectId)
        .execute()
      return rows.map(row => ruledMonitor(projectId, row))
    },
    /** By name. */
    enabled: (projectId: string): Promise<WatchedRule[]> =>
      database
        .selectFrom('alert_rules')
        .select(['id', 'name', 'content'])
        .where('project_id', '=', projectId)
        .where('is_enabled', '=', true)
        .where('is_deleted', '=', false)
        .orderBy(sortKeys.name)
        .execute(),
    /** Of the project, by name. */
    running: async (projectId: string): Promise<RunningMonitor[]> => {
      const rows = await database
        .selectFrom('monitors')
        .select(['id', 'name', 'type', 'type_version', 'group_id', 'running_since'])
        .select(['send_interval_ms', 'receive_interval_ms', 'frequency_ms'])
        .where('project_id', '=', projectId)
        .where('is_running', '=', true)
        .orderBy('name')
        .execute()
      return rows.map(row => ({
        ...ruledMonitor(projectId, row),
        name: row.name,
        runningSince: row.running_since ?? 0,
      }))
    },
  }
}

function ruleReads(database: Database) {
  return {
    /** A monitor of the project: its group, and how it names its type. */
    monitor: (projectId: string, id: string): Promise<RuleMonitor | undefined> =>
      database
        .selectFrom('monitors')
        .select([
          'id',
          'type',
          'type_version',
          'group_id',
          'send_interval_ms',
          'receive_interval_ms',
          'frequency_ms',
        ])
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Types of monitors, by their id, the id of their group, and the name of the type; newest versions first. */
    scopeTypes: async (
      projectId: string,
      scopes: readonly string[],
    ): Promise<{ scope: string; type: string; type_version: number | null }[]> => {
      if (scopes.length === 0) return []
      const { rows } = await sql<{ scope: string; type: string; type_version: number | null }>`
        select distinct scope, type, type_version
        from monitors cross join lateral unnest(array[id::text, group_id::text, type]) as scope
        where project_id = ${projectId}::uuid and scope = any(${[...scopes]}::text[])
        order by type_version desc nulls last, type`.execute(database)
      return rows
    },
    openOf: async (projectId: string, id: string): Promise<number> => {
      const row = await openAlerts(database)
        .where('project_id', '=', projectId)
        .where('rule_id', '=', id)
        .executeTakeFirst()
      return row?.open ?? 0
    },
    find: (projectId: string, id: string): Promise<StoredAlertRule | undefined> =>
      database
        .selectFrom('alert_rules')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('is_deleted', '=', false)
        .executeTakeFirst(),
  }
}

function ruleWrites(database: Database) {
  return {
    /** False when the project would then have more than `limit`. @throws the error of the database where the name exists */
    insert: (rule: AlertRuleWrite, limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await raiseVersion(transaction, rule.projectId)
        const { count } = await transaction
          .selectFrom('alert_rules')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', rule.projectId)
          .where('is_deleted', '=', false)
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await transaction
          .insertInto('alert_rules')
          .values({
            ...columnsOf(rule),
            id: rule.id,
            project_id: rule.projectId,
            revision: 1,
            created_by: rule.by,
            created_at: rule.at,
          })
          .execute()
        return true
      }),
    /** False when the stored revision differs, or the project has no such rule. */
    update: (rule: AlertRuleWrite, revision: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await raiseVersion(transaction, rule.projectId)
        const { numUpdatedRows } = await transaction
          .updateTable('alert_rules')
          .set(columnsOf(rule))
          .set(eb => ({ revision: eb('revision', '+', 1) }))
          .where('id', '=', rule.id)
          .where('project_id', '=', rule.projectId)
          .where('revision', '=', revision)
          .where('is_deleted', '=', false)
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    /** Returns the names of those that were deleted: all, or none when the project does not have one of them. Open incidents are closed by the next tick. */
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> =>
      database
        .transaction()
        .execute(transaction =>
          changeAll(transaction, projectId, ids, rows => rows.set({ is_deleted: true, is_enabled: false })),
        ),
    /** Like `delete`; also of those that are switched so already. */
    setEnabled: (
      projectId: string,
      ids: readonly string[],
      { isEnabled, by, at }: { isEnabled: boolean; by: string; at: number },
    ): Promise<string[]> =>
      database
        .transaction()
        .execute(transaction =>
          changeAll(transaction, projectId, ids, rows =>
            rows
              .set({ is_enabled: isEnabled, updated_by: by, updated_at: at })
              .set(eb => ({ revision: eb('revision', '+', 1) })),
          ),
        ),
  }
}

type RuleUpdate = UpdateQueryBuilder<Tables, 'alert_rules', 'alert_rules', UpdateResult>

/** Returns their names; none is changed when the project does not have one of them. */
async function changeAll(
  transaction: Transaction<Tables>,
  projectId: string,
  ids: readonly string[],
  change: (rows: RuleUpdate) => RuleUpdate,
): Promise<string[]> {
  await raiseVersion(transaction, projectId)
  const rows = await transaction
    .selectFrom('alert_rules')
    .select('name')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('is_deleted', '=', false)
    .orderBy('name')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) return []
  await change(transaction.updateTable('alert_rules'))
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ name }) => name)
}

/** Removes deleted rules of the project of which no alert has to be closed any more, with the states of their alerts. */
export async function removeDeletedRules(transaction: Transaction<Tables>, projectId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from alert_rules
    where project_id = ${projectId}::uuid and is_deleted and not exists (
      select from alert_states
      where alert_states.project_id = ${projectId}::uuid and rule_id = alert_rules.id
        and phase not in ('deactivated', 'deactivatedNotified')
    ) returning id`.execute(transaction)
  if (rows.length === 0) return
  await transaction
    .deleteFrom('alert_states')
    .where('project_id', '=', projectId)
    .where(
      'rule_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
