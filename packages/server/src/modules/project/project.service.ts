/** Rules of projects: creating, editing, archiving, deleting, and which of them a user sees. */
import { randomUUID } from 'node:crypto'
import type { Project, ProjectChoice, ProjectFields } from '@pone/contract/entities/project.ts'
import { AppError } from '@pone/contract/errors.ts'
import { builtInRoles, defaultRoleFunctions } from '@pone/contract/permissions.ts'
import type { Clock } from '../../adapters/clock.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import { builtInRoleName } from './built-in-roles.ts'
import type { MemberRepository, UserBrief } from './member.repository.ts'
import type { ProjectQuery, ProjectRepository, ProjectRow } from './project.repository.ts'
import { assertProjectFields, fillFromTemplate } from './project-rules.ts'
import { fieldsOf, toProject } from './project-view.ts'
import type { RoleRepository } from './role.repository.ts'
import type { TemplateRepository } from './template.repository.ts'

export interface NewProject {
  readonly fields: ProjectFields
  readonly managerId: string
  readonly templateId: string | null
  readonly templateProperties: readonly string[]
}
interface Page<T> {
  total: number
  page: number
  pageSize: number
  rows: T[]
}

export interface ProjectService {
  list(query: Omit<ProjectQuery, 'memberId'>): Promise<Page<Project>>
  mine(userId: string, query: Omit<ProjectQuery, 'memberId'>): Promise<Page<ProjectChoice>>
  /** @throws AppError NotFound */
  get(id: string): Promise<Project>
  /** The project as this member sees it. @throws AppError NotFound */
  choice(id: string, userId: string): Promise<ProjectChoice>
  /** What the operation record keeps of a project. */
  fields(id: string): Promise<ProjectFields>
  /** With the built-in roles; the manager is its first member. @throws AppError ProjectCodeExists, TemplateNeedsTwoProperties, TimeOrder, … */
  create(project: NewProject): Promise<string>
  edit(id: string, fields: ProjectFields, managerId?: string): Promise<void>
  /** @throws AppError ProjectHasActiveRuns */
  archive(id: string): Promise<void>
  restore(id: string): Promise<void>
  /** With all its data; `confirmation` is its code. @throws AppError ProjectHasActiveRuns, BadInput */
  delete(id: string, confirmation: string): Promise<void>
  managers(search: string): Promise<UserBrief[]>
}

export interface ProjectDependencies {
  readonly repository: ProjectRepository
  readonly members: MemberRepository
  readonly roles: RoleRepository
  readonly templates: TemplateRepository
  readonly clock: Clock
  /** Told before a project goes, so that what lies outside the database goes too. */
  readonly beforeDelete: (projectId: string) => Promise<void>
}

export function createProjectService(dependencies: ProjectDependencies): ProjectService {
  return { ...projectViews(dependencies), ...projectEdits(dependencies), ...projectEnds(dependencies) }
}

/** Projects as they are shown. */
function projectViews(
  dependencies: Pick<ProjectDependencies, 'repository' | 'roles' | 'members'>,
): Pick<ProjectService, 'list' | 'mine' | 'get' | 'choice' | 'fields' | 'managers'> {
  const { repository, members, roles } = dependencies
  const toChoice = async (row: ProjectRow, userId: string): Promise<ProjectChoice> => {
    const role = await roles.ofMember(row.id, userId)
    if (role === undefined) throw new AppError('NotFound', { what: 'project' })
    return {
      ...toProject(row),
      role: role.builtIn ?? role.name,
      functions: role.functions,
      lastRunAt: row.last_run_at,
    }
  }
  return {
    list: async query => {
      const { total, rows } = await repository.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows: rows.map(toProject) }
    },
    mine: async (userId, query) => {
      const { total, rows } = await repository.list({ ...query, memberId: userId })
      const choices = await Promise.all(rows.map(row => toChoice(row, userId)))
      return { total, page: query.page, pageSize: query.pageSize, rows: choices }
    },
    get: async id => toProject(await find(dependencies, id)),
    choice: async (id, userId) => toChoice(await find(dependencies, id), userId),
    fields: async id => fieldsOf(await find(dependencies, id)),
    managers: search => members.candidates({ search, limit: 50 }),
  }
}

/** Projects that come and change. */
function projectEdits(
  dependencies: Pick<ProjectDependencies, 'members' | 'templates' | 'clock' | 'repository' | 'roles'>,
): Pick<ProjectService, 'create' | 'edit'> {
  const { clock, repository, members, templates, roles } = dependencies
  const assertManager = async (userId: string): Promise<void> => {
    if ((await members.usable([userId])).length === 0) throw new AppError('NotFound', { what: 'user' })
  }
  const withProperties = async ({ fields, templateId, templateProperties }: NewProject) => {
    if (templateId === null) return fields
    const template = await templates.find(templateId)
    if (template === undefined) throw new AppError('NotFound', { what: 'projectTemplate' })
    const dynamicProperties = fillFromTemplate(template, templateProperties, fields.dynamicProperties)
    return { ...fields, dynamicProperties }
  }
  const replaceManager = async (row: ProjectRow, managerId: string): Promise<void> => {
    await assertManager(managerId)
    const all = await roles.list(row.id)
    const managerRole = all.find(role => role.builtIn === 'projectManager')
    const others = all.filter(role => role.builtIn !== 'projectManager')
    const formerRole = others.find(role => role.builtIn === 'testLeader') ?? others[0]
    if (managerRole === undefined) throw new AppError('NotFound', { what: 'role' })
    await repository.replaceManager({
      id: row.id,
      managerId,
      managerRoleId: managerRole.id,
      formerRoleId: formerRole?.id,
      now: clock(),
    })
  }
  return {
    create: async project => {
      await assertManager(project.managerId)
      const fields = await withProperties(project)
      assertProjectFields(fields)
      const id = randomUUID()
      const newRoles = builtInRoles.map((role, position) => ({
        id: randomUUID(),
        builtIn: role,
        name: builtInRoleName(role),
        functions: defaultRoleFunctions[role],
        position,
      }))
      const managerRoleId = newRoles.find(role => role.builtIn === 'projectManager')?.id ?? ''
      const { managerId } = project
      const insert = { id, fields, managerId, managerRoleId, roles: newRoles, now: clock() }
      await repository.insert(insert).catch(translateCode(fields.code))
      return id
    },
    edit: async (id, fields, managerId) => {
      const row = await find(dependencies, id)
      if (row.archived_at !== null) throw new AppError('ProjectArchived')
      assertProjectFields(fields)
      await repository.update(id, fields, clock()).catch(translateCode(fields.code))
      if (managerId !== undefined && managerId !== row.manager_id) await replaceManager(row, managerId)
    },
  }
}

/** Projects that are archived, restored and deleted. */
function projectEnds(
  dependencies: Pick<ProjectDependencies, 'repository' | 'clock' | 'beforeDelete'>,
): Pick<ProjectService, 'archive' | 'restore' | 'delete'> {
  const { repository, clock, beforeDelete } = dependencies
  const assertNoActiveRuns = async (id: string): Promise<void> => {
    if (await repository.hasActiveRuns(id)) throw new AppError('ProjectHasActiveRuns')
  }
  return {
    archive: async id => {
      const row = await find(dependencies, id)
      await assertNoActiveRuns(id)
      if (row.archived_at === null) await repository.setArchived(id, clock(), clock())
    },
    restore: async id => {
      await find(dependencies, id)
      await repository.setArchived(id, null, clock())
    },
    delete: async (id, confirmation) => {
      const row = await find(dependencies, id)
      if (confirmation.trim() !== row.code)
        throw new AppError('BadInput', { detail: 'confirmationWrong', field: 'confirmation' })
      await assertNoActiveRuns(id)
      await beforeDelete(id)
      await repository.delete(id)
    },
  }
}

const find = async (
  { repository }: Pick<ProjectDependencies, 'repository'>,
  id: string,
): Promise<ProjectRow> => {
  const row = await repository.find(id)
  if (row === undefined) throw new AppError('NotFound', { what: 'project' })
  return row
}

const translateCode =
  (code: string) =>
  (cause: unknown): never => {
    if (isUniqueViolation(cause, 'projects_code_key'))
      throw new AppError('ProjectCodeExists', { code }, { cause })
    throw cause
  }
