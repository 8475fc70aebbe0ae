/** Queries on the roles of a project. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { heldBy } from './access.repository.ts'

export interface RoleRow {
  readonly id: string
  readonly builtIn: string | null
  readonly name: string
  readonly functions: ProjectFunction[]
  readonly memberCount: number
}

export interface RoleChange {
  readonly name: string
  readonly builtIn: string | null
  readonly functions: readonly ProjectFunction[]
}

export interface RoleRepository {
  /** In the order in which they were made. */
  list(projectId: string): Promise<RoleRow[]>
  find(projectId: string, id: string): Promise<RoleRow | undefined>
  /** Fails with a unique violation when the name is taken. */
  insert(projectId: string, id: string, role: RoleChange): Promise<void>
  update(projectId: string, id: string, role: RoleChange): Promise<void>
  /** Fails with a foreign-key violation while the role has members. */
  delete(projectId: string, id: string): Promise<void>
  /** The role of a member of the project. */
  ofMember(projectId: string, userId: string): Promise<RoleRow | undefined>
}

export function createRoleRepository(database: Database): RoleRepository {
  const roles = (projectId: string) =>
    database
      .selectFrom('project_roles as role')
      .select(eb => [
        'role.id',
        'role.built_in as builtIn',
        'role.name',
        'role.functions',
        eb
          .selectFrom('project_members')
          .select(count => count.fn.countAll<number>().as('count'))
          .whereRef('project_members.role_id', '=', 'role.id')
          .$asScalar()
          .$notNull()
          .as('memberCount'),
      ])
      .where('role.project_id', '=', projectId)
  return {
    list: async projectId => {
      const rows = await roles(projectId).orderBy('role.position').orderBy('role.name').execute()
      return rows.map(complete)
    },
    find: async (projectId, id) => {
      const row = await roles(projectId).where('role.id', '=', id).executeTakeFirst()
      return row && complete(row)
    },
    insert: async (projectId, id, role) => {
      await database
        .insertInto('project_roles')
        .values(eb => ({
          id,
          project_id: projectId,
          built_in: role.builtIn,
          name: role.name,
          functions: JSON.stringify(role.functions),
          position: eb
            .selectFrom('project_roles')
            .select(sql<number>`coalesce(max(position), -1) + 1`.as('next'))
            .where('project_id', '=', projectId),
        }))
        .execute()
    },
    update: async (projectId, id, role) => {
      await database
        .updateTable('project_roles')
        .set({ name: role.name, built_in: role.builtIn, functions: JSON.stringify(role.functions) })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
    delete: async (projectId, id) => {
      await database
        .deleteFrom('project_roles')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
    ofMember: async (projectId, userId) => {
      const row = await roles(projectId)
        .innerJoin('project_members as member', 'member.role_id', 'role.id')
        .where('member.user_id', '=', userId)
        .executeTakeFirst()
      return row && complete(row)
    },
  }
}

const complete = (row: RoleRow): RoleRow => ({ ...row, functions: [...heldBy(row.builtIn, row.functions)] })
