/** Rules of the administration of accounts. */
import type { User } from '@pone/contract/entities/user.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Clock } from '../../adapters/clock.ts'
import { hashPassword } from '../../adapters/passwords.ts'
import type { PasswordPolicy } from '../session/password-policy.ts'
import type { SessionService } from '../session/session.service.ts'
import type { SignInGuard } from '../session/sign-in-guard.ts'
import { insertUser, type Profile, profileColumns } from './new-user.ts'
import type { UserQuery, UserRepository } from './user.repository.ts'
import type { UserTable } from './user.table.ts'

export interface NewUser extends Profile {
  readonly account: string
  readonly password: string
  readonly isAdministrator: boolean
}

export interface UserService {
  list(
    query: Omit<UserQuery, 'now'>,
  ): Promise<{ total: number; page: number; pageSize: number; rows: User[] }>
  /** @throws AppError NotFound */
  get(id: string): Promise<User>
  /** @throws AppError NotFound when one of them is missing */
  getAll(ids: readonly string[]): Promise<User[]>
  /** The account must change its password at its first sign-in. @throws AppError AccountExists, and as the password policy says */
  create(user: NewUser): Promise<User>
  edit(id: string, profile: Profile): Promise<User>
  /** Ends the accounts' sessions. @throws AppError CannotTouchSelf, LastAdministrator, NotFound */
  lock(ids: readonly string[], actorId: string): Promise<void>
  /** Also lifts locks and delays after wrong passwords. */
  unlock(ids: readonly string[]): Promise<void>
  /** @throws AppError NotWaiting, NotFound */
  approve(ids: readonly string[]): Promise<void>
  /** Deletes the accounts. @throws AppError NotWaiting, NotFound */
  refuse(ids: readonly string[]): Promise<void>
  /** Operation records keep the account's name. @throws AppError CannotTouchSelf, LastAdministrator, UserManagesProjects, NotFound */
  delete(ids: readonly string[], actorId: string): Promise<void>
  /** Ends the account's sessions and lifts its lock after wrong passwords; answers the password. */
  resetPassword(id: string): Promise<string>
}

export interface UserDependencies {
  readonly repository: UserRepository
  readonly sessions: SessionService
  readonly guard: SignInGuard
  readonly policy: PasswordPolicy
  readonly defaultPassword: () => Promise<string>
  readonly clock: Clock
}

export function createUserService(dependencies: UserDependencies): UserService {
  return { ...userViews(dependencies), ...userEdits(dependencies), ...userAccess(dependencies) }
}

/** Accounts as they are shown. */
function userViews(
  dependencies: Pick<UserDependencies, 'repository' | 'clock'>,
): Pick<UserService, 'list' | 'get' | 'getAll'> {
  const { repository, clock } = dependencies

  return {
    list: async query => {
      const { total, rows } = await repository.list({ ...query, now: clock() })
      return { total, page: query.page, pageSize: query.pageSize, rows: await view(dependencies, rows) }
    },
    get: id => get(dependencies, id),
    getAll: async ids => view(dependencies, await existing(dependencies, ids)),
  }
}

/** Accounts that come, change and get another password. */
function userEdits(
  dependencies: Pick<
    UserDependencies,
    'policy' | 'clock' | 'repository' | 'defaultPassword' | 'guard' | 'sessions'
  >,
): Pick<UserService, 'create' | 'edit' | 'resetPassword'> {
  const { policy, clock, repository, defaultPassword, sessions } = dependencies

  return {
    create: async ({ account, password, isAdministrator, ...profile }) => {
      await policy.assertAllowed(password, account)
      const passwordHash = await hashPassword(password)
      const now = clock()
      const user = { account, profile, isAdministrator, passwordHash, mustChangePassword: true, now }
      return get(dependencies, await insertUser(repository, user))
    },
    edit: async (id, profile) => {
      await existing(dependencies, [id])
      await repository.update([id], profileColumns(profile))
      return get(dependencies, id)
    },
    resetPassword: async id => {
      const rows = await existing(dependencies, [id])
      const password = await defaultPassword()
      await repository.update([id], {
        password_hash: await hashPassword(password),
        must_change_password: true,
        locked_until: null,
      })
      await forget(dependencies, rows)
      await sessions.endAll(id, 'passwordChanged')
      return password
    },
  }
}

/** Who may sign in. */
function userAccess(
  dependencies: Pick<UserDependencies, 'repository' | 'sessions' | 'guard'>,
): Pick<UserService, 'lock' | 'unlock' | 'approve' | 'refuse' | 'delete'> {
  const { repository, sessions } = dependencies
  const assertWaiting = (rows: readonly UserTable[]): void => {
    const other = rows.find(row => !row.is_waiting)
    if (other !== undefined) throw new AppError('NotWaiting', { account: other.account })
  }
  const assertNotSelf = (ids: readonly string[], actorId: string): void => {
    if (ids.includes(actorId)) throw new AppError('CannotTouchSelf')
  }
  const assertAdministratorRemains = async (rows: readonly UserTable[]): Promise<void> => {
    if (!rows.some(row => row.is_administrator)) return
    if ((await repository.countWorkingAdministrators(rows.map(row => row.id))) === 0)
      throw new AppError('LastAdministrator')
  }
  const assertManagesNothing = async (rows: readonly UserTable[]): Promise<void> => {
    const managed = await repository.managedBy(rows.map(row => row.id))
    const manager = rows.find(row => managed.some(project => project.managerId === row.id))
    if (manager === undefined) return
    const projects = managed.filter(project => project.managerId === manager.id).map(project => project.name)
    throw new AppError('UserManagesProjects', { account: manager.account, projects: projects.join(', ') })
  }
  return {
    lock: async (ids, actorId) => {
      assertNotSelf(ids, actorId)
      await assertAdministratorRemains(await existing(dependencies, ids))
      await repository.update(ids, { locked_by_administrator: true })
      for (const id of ids) await sessions.endAll(id, 'locked')
    },
    unlock: async ids => {
      const rows = await existing(dependencies, ids)
      await repository.update(ids, { locked_by_administrator: false, locked_until: null })
      await forget(dependencies, rows)
    },
    approve: async ids => {
      assertWaiting(await existing(dependencies, ids))
      await repository.update(ids, { is_waiting: false })
    },
    refuse: async ids => {
      assertWaiting(await existing(dependencies, ids))
      await repository.delete(ids)
    },
    delete: async (ids, actorId) => {
      assertNotSelf(ids, actorId)
      const rows = await existing(dependencies, ids)
      await assertAdministratorRemains(rows)
      await assertManagesNothing(rows)
      for (const id of ids) await sessions.endAll(id, 'locked')
      await repository.delete(ids)
    },
  }
}

const existing = async (
  { repository }: Pick<UserDependencies, 'repository'>,
  ids: readonly string[],
): Promise<UserTable[]> => {
  const rows = await repository.findByIds(ids)
  if (rows.length < new Set(ids).size) throw new AppError('NotFound', { what: 'user' })
  return rows
}

const view = async (
  { repository, clock }: Pick<UserDependencies, 'repository' | 'clock'>,
  rows: readonly UserTable[],
): Promise<User[]> => {
  const projects = await repository.projectsOf(rows.map(row => row.id))
  return rows.map(row => ({
    ...viewOf(row, clock()),
    projects: projects
      .filter(project => project.userId === row.id)
      .map(({ id, name, role }) => ({ id, name, role })),
  }))
}

const get = async (
  dependencies: Pick<UserDependencies, 'repository' | 'clock'>,
  id: string,
): Promise<User> => {
  const [user] = await view(dependencies, await existing(dependencies, [id]))
  if (user === undefined) throw new AppError('NotFound', { what: 'user' })
  return user
}

const forget = async (
  { guard }: Pick<UserDependencies, 'guard'>,
  rows: readonly UserTable[],
): Promise<void> => {
  for (const { account, is_administrator } of rows)
    await guard.forget({ account, isAdministrator: is_administrator })
}

const viewOf = (row: UserTable, now: number): Omit<User, 'projects'> => ({
  id: row.id,
  account: row.account,
  realName: row.real_name,
  email: row.email,
  phone: row.phone,
  organisation: row.organisation,
  isAdministrator: row.is_administrator,
  createdAt: row.created_at,
  lastLoginAt: row.last_login_at,
  lockedUntil: row.locked_until !== null && row.locked_until > now ? row.locked_until : null,
  lockedByAdministrator: row.locked_by_administrator,
  isWaiting: row.is_waiting,
})
