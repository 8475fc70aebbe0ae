/** Queries on projects. */
import type { ProjectFields } from '@pone/contract/entities/project.ts'
import { activeExecutionStates } from '@pone/contract/entities/task.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { ProjectTable } from './project.table.ts'

export type ProjectRow = Selectable<ProjectTable> & {
  manager_account: string
  manager_name: string
  member_count: number
  last_run_at: number | null
}

export interface ProjectQuery {
  readonly search: string
  readonly status: 'all' | 'notImplemented' | 'inProgress' | 'archived'
  readonly type: 'all' | 'test' | 'large' | 'small'
  readonly page: number
  readonly pageSize: number
  /** Only projects of which this user is a member. */
  readonly memberId?: string | undefined
  /** This one project, if it is among them. */
  readonly onlyId?: string | undefined
}

export interface NewRole {
  readonly id: string
  readonly builtIn: string | null
  readonly name: string
  readonly functions: readonly string[]
  readonly position: number
}

export interface ProjectRepository {
  list(query: ProjectQuery): Promise<{ total: number; rows: ProjectRow[] }>
  find(id: string): Promise<ProjectRow | undefined>
  /** With its roles, and the manager as member in the role `managerRoleId`. Fails with a unique violation when the code is taken. */
  insert(project: {
    id: string
    fields: ProjectFields
    managerId: string
    managerRoleId: string
    roles: readonly NewRole[]
    now: number
  }): Promise<void>
  update(id: string, fields: ProjectFields, now: number): Promise<void>
  /** Gives the project another manager; the former one goes into `formerRoleId`, or leaves when there is none. */
  replaceManager(change: {
    id: string
    managerId: string
    managerRoleId: string
    formerRoleId: string | undefined
    now: number
  }): Promise<void>
  setArchived(id: string, archivedAt: number | null, now: number): Promise<void>
  /** With everything that belongs to it. */
  delete(id: string): Promise<void>
  hasActiveRuns(id: string): Promise<boolean>
  countsByStatus(): Promise<{ notImplemented: number; inProgress: number; archived: number }>
}

export function createProjectRepository(database: Database): ProjectRepository {
  return { ...projectReads(database), ...projectWrites(database), ...managerChange(database) }
}

/** Projects and what is known of them. */
function projectReads(
  database: Database,
): Pick<ProjectRepository, 'list' | 'find' | 'hasActiveRuns' | 'countsByStatus'> {
  return {
    list: query => listProjects(database, query),
    find: id => withFacts(database).where('projects.id', '=', id).executeTakeFirst(),
    hasActiveRuns: async id => {
      const row = await database
        .selectFrom('runs')
        .select('id')
        .where('project_id', '=', id)
        .where('state', 'in', activeRunStates)
        // A task set also between its runs, or while it waits for machines.
        .unionAll(
          database
            .selectFrom('task_executions')
            .select('id')
            .where('project_id', '=', id)
            .where('state', 'in', activeExecutionStates),
        )
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    countsByStatus: () =>
      database
        .selectFrom('projects')
        .select(({ fn, eb }) => {
          const open = (status: 'notImplemented' | 'inProgress') =>
            fn
              .countAll<number>()
              .filterWhere(eb.and([eb('archived_at', 'is', null), eb('status', '=', status)]))
          return [
            open('notImplemented').as('notImplemented'),
            open('inProgress').as('inProgress'),
            fn.countAll<number>().filterWhere('archived_at', 'is not', null).as('archived'),
          ]
        })
        .executeTakeFirstOrThrow(),
  }
}

/** Projects that come, change or go. */
function projectWrites(
  database: Database,
): Pick<ProjectRepository, 'insert' | 'update' | 'setArchived' | 'delete'> {
  return {
    insert: ({ id, fields, managerId, managerRoleId, roles, now }) =>
      database.transaction().execute(async transaction => {
        await transaction
          .insertInto('projects')
          .values({
            id,
            ...toColumns(fields),
            manager_id: managerId,
            created_at: now,
            updated_at: now,
            archived_at: null,
          })
          .execute()
        await transaction
          .insertInto('project_roles')
          .values(
            roles.map(role => ({
              id: role.id,
              project_id: id,
              built_in: role.builtIn,
              name: role.name,
              functions: JSON.stringify(role.functions),
              position: role.position,
            })),
          )
          .execute()
        const member = { project_id: id, user_id: managerId, role_id: managerRoleId, joined_at: now }
        await transaction.insertInto('project_members').values(member).execute()
      }),
    update: async (id, fields, now) => {
      await database
        .updateTable('projects')
        .set({ ...toColumns(fields), updated_at: now })
        .where('id', '=', id)
        .execute()
    },
    setArchived: async (id, archivedAt, now) => {
      await database
        .updateTable('projects')
        .set({ archived_at: archivedAt, updated_at: now })
        .where('id', '=', id)
        .execute()
    },
    delete: async id => {
      await database.deleteFrom('projects').where('id', '=', id).execute()
    },
  }
}

/** The change of a project's manager. */
function managerChange(database: Database): Pick<ProjectRepository, 'replaceManager'> {
  return {
    replaceManager: ({ id, managerId, managerRoleId, formerRoleId, now }) =>
      database.transaction().execute(async transaction => {
        const formerManager = transaction
          .selectFrom('projects')
          .select('manager_id')
          .where('id', '=', id)
          .forUpdate()
        const { manager_id: formerId } = await formerManager.executeTakeFirstOrThrow()
        if (formerRoleId === undefined) {
          await transaction
            .deleteFrom('project_members')
            .where('project_id', '=', id)
            .where('user_id', '=', formerId)
            .execute()
        } else {
          await transaction
            .updateTable('project_members')
            .set({ role_id: formerRoleId })
            .where('project_id', '=', id)
            .where('user_id', '=', formerId)
            .execute()
        }
        await transaction
          .insertInto('project_members')
          .values({ project_id: id, user_id: managerId, role_id: managerRoleId, joined_at: now })
          .onConflict(conflict =>
            conflict.columns(['project_id', 'user_id']).doUpdateSet({ role_id: managerRoleId }),
          )
          .execute()
        await transaction
          .updateTable('projects')
          .set({ manager_id: managerId, updated_at: now })
          .where('id', '=', id)
          .execute()
      }),
  }
}

const withFacts = (database: Database) =>
  database
    .selectFrom('projects')
    .innerJoin('users as manager', 'manager.id', 'projects.manager_id')
    .selectAll('projects')
    .select(eb => [
      'manager.account as manager_account',
      'manager.real_name as manager_name',
      eb
        .selectFrom('project_members')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('project_members.project_id', '=', 'projects.id')
        .$asScalar()
        .$notNull()
        .as('member_count'),
      eb
        .selectFrom('runs')
        .select(latest => latest.fn.max('runs.created_at').as('at'))
        .whereRef('runs.project_id', '=', 'projects.id')
        .as('last_run_at'),
    ])

async function listProjects(
  database: Database,
  query: ProjectQuery,
): Promise<{ total: number; rows: ProjectRow[] }> {
  const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { status, type, memberId, onlyId } = query
  const filtered = withFacts(database)
    .$if(query.search !== '', rows =>
      rows.where(eb =>
        eb.or(
          (['projects.name', 'projects.code', 'projects.system', 'manager.real_name'] as const).map(column =>
            eb(column, 'ilike', pattern),
          ),
        ),
      ),
    )
    .$if(type !== 'all', rows => rows.where('projects.type', '=', type === 'all' ? 'test' : type))
    .$if(status === 'archived', rows => rows.where('projects.archived_at', 'is not', null))
    .$if(status === 'notImplemented' || status === 'inProgress', rows =>
      rows
        .where('projects.archived_at', 'is', null)
        .where('projects.status', '=', status === 'inProgress' ? 'inProgress' : 'notImplemented'),
    )
    .$if(onlyId !== undefined, rows => rows.where('projects.id', '=', onlyId ?? ''))
    .$if(memberId !== undefined, rows =>
      rows.where(eb =>
        eb.exists(
          eb
            .selectFrom('project_members')
            .select('user_id')
            .whereRef('project_members.project_id', '=', 'projects.id')
            .where('project_members.user_id', '=', memberId ?? ''),
        ),
      ),
    )
  const { total } = await filtered
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .orderBy('projects.created_at', 'desc')
    .orderBy('projects.id')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return { total, rows }
}

const toColumns = (fields: ProjectFields) => ({
  name: fields.name,
  code: fields.code,
  description: fields.description,
  type: fields.type,
  is_enabled: fields.isEnabled,
  size: fields.size,
  system: fields.system,
  manager_phone: fields.managerPhone,
  test_manager: fields.testManager,
  test_manager_phone: fields.testManagerPhone,
  planned_start_at: fields.plannedStartAt,
  planned_end_at: fields.plannedEndAt,
  actual_start_at: fields.actualStartAt,
  actual_end_at: fields.actualEndAt,
  estimated_resources: fields.estimatedResources,
  actual_tester_count: fields.actualTesterCount,
  requirement_code: fields.requirementCode,
  defect_handler: fields.defectHandler,
  status: fields.status,
  dynamic_properties: JSON.stringify(fields.dynamicProperties),
})
