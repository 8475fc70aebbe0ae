/** Queries on the members of a project. */
import type { Member } from '@pone/contract/entities/project.ts'
import type { Database } from '../../adapters/database/database.ts'

export interface UserBrief {
  readonly id: string
  readonly account: string
  readonly realName: string
}

export interface MemberRepository {
  list(query: {
    projectId: string
    search: string
    page: number
    pageSize: number
  }): Promise<{ total: number; rows: Member[] }>
  /** Of these users those who are members. */
  among(projectId: string, userIds: readonly string[]): Promise<Member[]>
  /** Project users whom no administrator has locked and who are not members of the project, if one is given. */
  candidates(query: { search: string; outsideProjectId?: string; limit: number }): Promise<UserBrief[]>
  /** Of these ids those of project users whom no administrator has locked. */
  usable(userIds: readonly string[]): Promise<UserBrief[]>
  /** Fails with a unique violation when one is a member already. */
  insert(projectId: string, userIds: readonly string[], roleId: string, now: number): Promise<void>
  setRole(projectId: string, userId: string, roleId: string): Promise<void>
  delete(projectId: string, userIds: readonly string[]): Promise<void>
}

const columns = [
  'user.id as userId',
  'user.account as account',
  'user.real_name as realName',
  'user.email as email',
  'user.phone as phone',
  'role.id as roleId',
  'role.name as roleName',
  'role.built_in as roleBuiltIn',
  'member.joined_at as joinedAt',
  'user.last_login_at as lastLoginAt',
] as const

export function createMemberRepository(database: Database): MemberRepository {
  return { ...memberLists(database), ...memberCandidates(database), ...memberChanges(database) }
}

/** Members of a project. */
function memberLists(database: Database): Pick<MemberRepository, 'list' | 'among'> {
  const members = (projectId: string) =>
    database
      .selectFrom('project_members as member')
      .innerJoin('users as user', 'user.id', 'member.user_id')
      .innerJoin('project_roles as role', 'role.id', 'member.role_id')
      .where('member.project_id', '=', projectId)
  return {
    list: async ({ projectId, search, page, pageSize }) => {
      const pattern = toPattern(search)
      const filtered = members(projectId).$if(search !== '', rows =>
        rows.where(eb =>
          eb.or(
            (['user.account', 'user.real_name', 'user.email', 'role.name'] as const).map(column =>
              eb(column, 'ilike', pattern),
            ),
          ),
        ),
      )
      const { total } = await filtered
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await filtered
        .select(columns)
        .orderBy('role.position')
        .orderBy('member.joined_at')
        .orderBy('user.account')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute()
      return { total, rows }
    },
    among: async (projectId, userIds) =>
      userIds.length === 0
        ? []
        : members(projectId).select(columns).where('user.id', 'in', userIds).execute(),
  }
}

/** Users who may become members. */
function memberCandidates(database: Database): Pick<MemberRepository, 'candidates' | 'usable'> {
  const projectUsers = () =>
    database
      .selectFrom('users')
      .select(['users.id', 'users.account', 'users.real_name as realName'])
      .where('is_administrator', '=', false)
      .where('locked_by_administrator', '=', false)
      .where('is_waiting', '=', false)
  return {
    candidates: ({ search, outsideProjectId, limit }) => {
      const pattern = toPattern(search)
      return projectUsers()
        .where(eb => eb.or([eb('users.account', 'ilike', pattern), eb('users.real_name', 'ilike', pattern)]))
        .$if(outsideProjectId !== undefined, rows =>
          rows.where(eb =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('project_members')
                  .select('user_id')
                  .whereRef('project_members.user_id', '=', 'users.id')
                  .where('project_members.project_id', '=', outsideProjectId ?? ''),
              ),
            ),
          ),
        )
        .orderBy('users.account')
        .limit(limit)
        .execute()
    },
    usable: async userIds =>
      userIds.length === 0 ? [] : projectUsers().where('users.id', 'in', userIds).execute(),
  }
}

/** Changes of who is a member. */
function memberChanges(database: Database): Pick<MemberRepository, 'insert' | 'setRole' | 'delete'> {
  return {
    insert: async (projectId, userIds, roleId, now) => {
      const rows = userIds.map(userId => ({
        project_id: projectId,
        user_id: userId,
        role_id: roleId,
        joined_at: now,
      }))
      await database.insertInto('project_members').values(rows).execute()
    },
    setRole: async (projectId, userId, roleId) => {
      await database
        .updateTable('project_members')
        .set({ role_id: roleId })
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .execute()
    },
    delete: async (projectId, userIds) => {
      await database
        .deleteFrom('project_members')
        .where('project_id', '=', projectId)
        .where('user_id', 'in', userIds)
        .execute()
    },
  }
}

const toPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
