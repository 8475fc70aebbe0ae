/** Rules of project members; a person can grant or revoke only functions that the person holds. */
import type { Member } from '@pone/contract/entities/project.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { Clock } from '../../adapters/clock.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { MemberRepository, UserBrief } from './member.repository.ts'
import type { RoleRepository, RoleRow } from './role.repository.ts'

/** The project and what the caller may do in it. */
export interface MemberScope {
  readonly id: string
  readonly functions: ReadonlySet<ProjectFunction>
}

export interface MemberService {
  list(query: {
    projectId: string
    search: string
    page: number
    pageSize: number
  }): Promise<{ total: number; page: number; pageSize: number; rows: Member[] }>
  candidates(projectId: string, search: string): Promise<UserBrief[]>
  /** @throws AppError NotFound, MemberExists, ProjectManagerFixed, Forbidden */
  add(
    project: MemberScope,
    userIds: readonly string[],
    roleId: string,
  ): Promise<{ accounts: string; role: string }>
  /** @throws AppError NotFound, ProjectManagerFixed, Forbidden */
  setRole(
    project: MemberScope,
    userId: string,
    roleId: string,
  ): Promise<{ account: string; before: string; after: string }>
  /** @throws AppError NotFound, ProjectManagerFixed, Forbidden */
  remove(project: MemberScope, userIds: readonly string[]): Promise<{ accounts: string }>
}

export interface MemberDependencies {
  readonly repository: MemberRepository
  readonly roles: RoleRepository
  readonly clock: Clock
}

export function createMemberService({ repository, roles, clock }: MemberDependencies): MemberService {
  /** A role that the caller may give to others. */
  const assignable = async (project: MemberScope, roleId: string): Promise<RoleRow> => {
    const role = await roles.find(project.id, roleId)
    if (role === undefined) throw new AppError('NotFound', { what: 'role' })
    if (role.builtIn === 'projectManager') throw new AppError('ProjectManagerFixed')
    assertHeld(project, role)
    return role
  }
  /** Members whom the caller may change. */
  const changeable = async (project: MemberScope, userIds: readonly string[]): Promise<Member[]> => {
    const found = await repository.among(project.id, userIds)
    if (found.length < new Set(userIds).size) throw new AppError('NotFound', { what: 'member' })
    if (found.some(member => member.roleBuiltIn === 'projectManager'))
      throw new AppError('ProjectManagerFixed')
    const all = await roles.list(project.id)
    for (const member of found) {
      const role = all.find(({ id }) => id === member.roleId)
      if (role !== undefined) assertHeld(project, role)
    }
    return found
  }
  return {
    list: async query => {
      const { total, rows } = await repository.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    candidates: (projectId, search) =>
      repository.candidates({ search, outsideProjectId: projectId, limit: 20 }),
    add: async (project, userIds, roleId) => {
      const role = await assignable(project, roleId)
      const users = await repository.usable(userIds)
      if (users.length < new Set(userIds).size) throw new AppError('NotFound', { what: 'user' })
      try {
        await repository.insert(project.id, [...new Set(userIds)], roleId, clock())
      } catch (cause) {
        if (isUniqueViolation(cause)) throw new AppError('MemberExists', {}, { cause })
        throw cause
      }
      return { accounts: users.map(user => user.account).join(', '), role: role.builtIn ?? role.name }
    },
    setRole: async (project, userId, roleId) => {
      const role = await assignable(project, roleId)
      const [member] = await changeable(project, [userId])
      if (member === undefined) throw new AppError('NotFound', { what: 'member' })
      await repository.setRole(project.id, userId, roleId)
      return {
        account: member.account,
        before: member.roleBuiltIn ?? member.roleName,
        after: role.builtIn ?? role.name,
      }
    },
    remove: async (project, userIds) => {
      const found = await changeable(project, userIds)
      await repository.delete(project.id, userIds)
      return { accounts: found.map(member => member.account).join(', ') }
    },
  }
}

function assertHeld(project: MemberScope, role: RoleRow): void {
  if (!role.functions.every(each => project.functions.has(each))) throw new AppError('Forbidden')
}
