/** Rules of project roles: the project manager's is fixed, functions come with those they imply, and a person can grant only functions that the person holds. */
import { randomUUID } from 'node:crypto'
import type { Role } from '@pone/contract/entities/project.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type ProjectFunction, withImplied } from '@pone/contract/permissions.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import { builtInRoleNamed } from './built-in-roles.ts'
import type { MemberScope } from './member.service.ts'
import type { RoleRepository, RoleRow } from './role.repository.ts'

export interface RoleForm {
  readonly name: string
  readonly functions: readonly ProjectFunction[]
}

export interface RoleService {
  list(projectId: string): Promise<Role[]>
  /** @throws AppError NotFound */
  get(projectId: string, id: string): Promise<Role>
  /** @throws AppError NameExists, Forbidden */
  create(project: MemberScope, form: RoleForm): Promise<Role>
  /** A built-in role that gets a name of its own becomes a custom one. @throws AppError NotFound, RoleFixed, NameExists, Forbidden */
  edit(project: MemberScope, id: string, form: RoleForm): Promise<Role>
  /** @throws AppError NotFound, RoleFixed, RoleInUse */
  delete(projectId: string, id: string): Promise<void>
}

export function createRoleService(repository: RoleRepository): RoleService {
  const find = async (projectId: string, id: string): Promise<RoleRow> => {
    const role = await repository.find(projectId, id)
    if (role === undefined) throw new AppError('NotFound', { what: 'role' })
    return role
  }
  const assertNameFree = async (projectId: string, name: string, ownId?: string): Promise<void> => {
    const builtIn = builtInRoleNamed(name)
    const others = (await repository.list(projectId)).filter(role => role.id !== ownId)
    const isTaken = others.some(
      role =>
        role.name.toLowerCase() === name.toLowerCase() || (builtIn !== undefined && role.builtIn === builtIn),
    )
    if (isTaken) throw new AppError('NameExists', { name })
  }
  return {
    list: async projectId => (await repository.list(projectId)).map(toRole),
    get: async (projectId, id) => toRole(await find(projectId, id)),
    create: async (project, { name, functions }) => {
      assertGrantable(project, functions, [])
      await assertNameFree(project.id, name)
      const id = randomUUID()
      const role = { name, builtIn: null, functions: withImplied(functions) }
      await repository.insert(project.id, id, role).catch(translateName(name))
      return toRole(await find(project.id, id))
    },
    edit: async (project, id, { name, functions }) => {
      const before = await find(project.id, id)
      if (before.builtIn === 'projectManager') throw new AppError('RoleFixed')
      assertGrantable(project, functions, before.functions)
      const isStillBuiltIn = before.builtIn !== null && builtInRoleNamed(name) === before.builtIn
      if (!isStillBuiltIn) await assertNameFree(project.id, name, id)
      const role = isStillBuiltIn
        ? { name: before.name, builtIn: before.builtIn, functions: withImplied(functions) }
        : { name, builtIn: null, functions: withImplied(functions) }
      await repository.update(project.id, id, role).catch(translateName(name))
      return toRole(await find(project.id, id))
    },
    delete: async (projectId, id) => {
      const { builtIn, name, memberCount } = await find(projectId, id)
      if (builtIn === 'projectManager') throw new AppError('RoleFixed')
      if (memberCount > 0) throw new AppError('RoleInUse', { name, count: memberCount })
      await repository.delete(projectId, id).catch((cause: unknown) => {
        if (isForeignKeyViolation(cause)) throw new AppError('RoleInUse', { name, count: 1 }, { cause })
        throw cause
      })
    },
  }
}

const toRole = (row: RoleRow): Role => ({ ...row, isFixed: row.builtIn === 'projectManager' })

function assertGrantable(
  project: MemberScope,
  wanted: readonly ProjectFunction[],
  already: readonly ProjectFunction[],
): void {
  const added = withImplied(wanted).filter(each => !already.includes(each))
  if (!added.every(each => project.functions.has(each))) throw new AppError('Forbidden')
}

const translateName =
  (name: string) =>
  (cause: unknown): never => {
    if (isUniqueViolation(cause, 'project_roles_name_key'))
      throw new AppError('NameExists', { name }, { cause })
    throw cause
  }
