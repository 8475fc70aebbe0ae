/** What a user may do in a project: the one query behind every project call. */
import { type ProjectFunction, projectFunctions, withImplied } from '@pone/contract/permissions.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { ProjectAccess } from '../../calls/identity.ts'

export type AccessOf = (userId: string, projectId: string) => Promise<ProjectAccess | undefined>

export function createAccessRepository(database: Database): { accessOf: AccessOf } {
  return {
    accessOf: async (userId, projectId) => {
      const row = await database
        .selectFrom('project_members as member')
        .innerJoin('projects as project', 'project.id', 'member.project_id')
        .innerJoin('project_roles as role', 'role.id', 'member.role_id')
        .select([
          'project.id',
          'project.name',
          'project.is_enabled',
          'project.archived_at',
          'role.functions',
          'role.built_in',
        ])
        .where('member.user_id', '=', userId)
        .where('member.project_id', '=', projectId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        id: row.id,
        name: row.name,
        functions: new Set(heldBy(row.built_in, row.functions)),
        isArchived: row.archived_at !== null,
        isEnabled: row.is_enabled,
      }
    },
  }
}

/** The project manager holds every function there is, also those that came after the project; any other role what it was given and what that implies. */
export const heldBy = (
  builtIn: string | null,
  functions: readonly ProjectFunction[],
): readonly ProjectFunction[] => (builtIn === 'projectManager' ? projectFunctions : withImplied(functions))
