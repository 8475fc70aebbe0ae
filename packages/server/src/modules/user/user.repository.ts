/** Queries on accounts. */
import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { UserTable } from './user.table.ts'

export interface UserQuery {
  readonly search: string
  readonly kind: 'all' | 'user' | 'administrator'
  readonly lock: 'all' | 'locked' | 'unlocked' | 'waiting'
  readonly sort: 'account' | 'realName' | 'createdAt' | 'lastLoginAt'
  readonly descending: boolean
  readonly page: number
  readonly pageSize: number
  /** For what counts as locked. */
  readonly now: number
}

export interface UserProject {
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly role: string
}

export interface UserRepository {
  findByAccount(account: string): Promise<UserTable | undefined>
  findById(id: string): Promise<UserTable | undefined>
  findByIds(ids: readonly string[]): Promise<UserTable[]>
  /** Fails with a unique violation when the account exists in any case of letters. */
  insert(user: Insertable<UserTable>): Promise<void>
  update(ids: readonly string[], fields: Updateable<UserTable>): Promise<void>
  /** Stores the end of the lock-out of an account, if the account exists; null changes nothing. */
  markLocked(name: { account: string; isAdministrator: boolean }, until: number | null): Promise<void>
  /** Accounts that wait for approval. */
  countWaiting(): Promise<number>
  delete(ids: readonly string[]): Promise<void>
  list(query: UserQuery): Promise<{ total: number; rows: UserTable[] }>
  projectsOf(ids: readonly string[]): Promise<UserProject[]>
  /** Projects that these accounts manage. */
  managedBy(ids: readonly string[]): Promise<{ managerId: string; name: string }[]>
  /** Administrators apart from these whom no administrator has locked. */
  countWorkingAdministrators(exceptIds: readonly string[]): Promise<number>
  counts(now: number): Promise<{ users: number; lockedUsers: number }>
}

const sortColumns = {
  account: 'account',
  realName: 'real_name',
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
} as const

export function createUserRepository(database: Database): UserRepository {
  return {
    ...userReads(database),
    ...userWrites(database),
    ...userProjects(database),
    ...userCounts(database),
  }
}

/** Accounts by what is asked of them. */
function userReads(
  database: Database,
): Pick<UserRepository, 'findByAccount' | 'findById' | 'findByIds' | 'list'> {
  const users = () => database.selectFrom('users').selectAll()
  return {
    findByAccount: account =>
      users()
        .where(({ fn, eb }) => eb(fn<string>('lower', ['account']), '=', account.toLowerCase()))
        .executeTakeFirst(),
    findById: id => users().where('id', '=', id).executeTakeFirst(),
    findByIds: async ids => (ids.length === 0 ? [] : users().where('id', 'in', ids).execute()),
    list: query => listUsers(database, query),
  }
}

/** Changes of accounts. */
function userWrites(database: Database): Pick<UserRepository, 'insert' | 'update' | 'markLocked' | 'delete'> {
  return {
    insert: async user => {
      await database.insertInto('users').values(user).execute()
    },
    update: async (ids, fields) => {
      if (ids.length > 0) await database.updateTable('users').set(fields).where('id', 'in', ids).execute()
    },
    markLocked: async ({ account, isAdministrator }, until) => {
      if (until === null) return
      await database
        .updateTable('users')
        .set({ locked_until: until })
        .where(({ fn, eb }) => eb(fn<string>('lower', ['account']), '=', account.toLowerCase()))
        .where('is_administrator', '=', isAdministrator)
        .execute()
    },
    delete: async ids => {
      if (ids.length > 0) await database.deleteFrom('users').where('id', 'in', ids).execute()
    },
  }
}

/** Projects that accounts belong to or manage. */
function userProjects(database: Database): Pick<UserRepository, 'projectsOf' | 'managedBy'> {
  return {
    projectsOf: async ids => {
      if (ids.length === 0) return []
      return database
        .selectFrom('project_members as member')
        .innerJoin('projects as project', 'project.id', 'member.project_id')
        .innerJoin('project_roles as role', 'role.id', 'member.role_id')
        .select([
          'member.user_id as userId',
          'project.id as id',
          'project.name as name',
          eb => eb.fn.coalesce('role.built_in', 'role.name').as('role'),
        ])
        .where('member.user_id', 'in', ids)
        .orderBy('project.name')
        .execute()
    },
    managedBy: async ids => {
      if (ids.length === 0) return []
      return database
        .selectFrom('projects')
        .select(['manager_id as managerId', 'name'])
        .where('manager_id', 'in', ids)
        .orderBy('name')
        .execute()
    },
  }
}

/** Numbers of accounts. */
function userCounts(
  database: Database,
): Pick<UserRepository, 'countWaiting' | 'countWorkingAdministrators' | 'counts'> {
  return {
    countWaiting: async () => {
      const { count } = await database
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_waiting', '=', true)
        .executeTakeFirstOrThrow()
      return count
    },
    countWorkingAdministrators: async exceptIds => {
      const { count } = await database
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_administrator', '=', true)
        .where('locked_by_administrator', '=', false)
        .$if(exceptIds.length > 0, query => query.where('id', 'not in', exceptIds))
        .executeTakeFirstOrThrow()
      return count
    },
    counts: now =>
      database
        .selectFrom('users')
        .select(({ fn, eb }) => [
          fn.countAll<number>().as('users'),
          fn
            .countAll<number>()
            .filterWhere(eb.or([eb('locked_by_administrator', '=', true), eb('locked_until', '>', now)]))
            .as('lockedUsers'),
        ])
        .executeTakeFirstOrThrow(),
  }
}

async function listUsers(
  database: Database,
  query: UserQuery,
): Promise<{ total: number; rows: UserTable[] }> {
  const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const filtered = database
    .selectFrom('users')
    .$if(query.kind !== 'all', rows => rows.where('is_administrator', '=', query.kind === 'administrator'))
    .$if(query.search !== '', rows =>
      rows.where(eb =>
        eb.or(
          (['account', 'real_name', 'email', 'phone', 'organisation'] as const).map(name =>
            eb(name, 'ilike', pattern),
          ),
        ),
      ),
    )
    .$if(query.lock === 'waiting', rows => rows.where('is_waiting', '=', true))
    .$if(query.lock === 'locked' || query.lock === 'unlocked', rows =>
      rows.where(eb => {
        const isLocked = eb.or([
          eb('locked_by_administrator', '=', true),
          eb(eb.fn.coalesce('locked_until', eb.lit(0)), '>', query.now),
        ])
        return query.lock === 'locked' ? isLocked : eb.and([eb.not(isLocked), eb('is_waiting', '=', false)])
      }),
    )
  const { total } = await filtered
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .selectAll()
    .orderBy(sortColumns[query.sort], order =>
      query.descending ? order.desc().nullsLast() : order.asc().nullsFirst(),
    )
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return { total, rows }
}
