/** Queries on API tokens. */
import type { ApiToken } from '@pone/contract/entities/api-token.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { ApiTokenTable } from './api-token.table.ts'

/** Filter of tokens; all given fields must match. */
export interface TokenScope {
  readonly userId?: string
  readonly projectId?: string
  readonly id?: string
}

/** What the gate needs of a token and its user. */
export interface TokenWithUser {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly functions: readonly ProjectFunction[]
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  readonly userId: string
  readonly account: string
  readonly realName: string
  readonly isAdministrator: boolean
  readonly mustChangePassword: boolean
  readonly lockedByAdministrator: boolean
}

export interface ApiTokenRepository {
  insert(token: ApiTokenTable): Promise<void>
  findByHash(hash: string): Promise<TokenWithUser | undefined>
  touch(id: string, at: number, from: string): Promise<void>
  /** Whether there was one that had not been revoked before. */
  revoke(scope: TokenScope & { readonly id: string }, at: number): Promise<boolean>
  /** Number of valid tokens of an account. */
  countWorking(userId: string, now: number): Promise<number>
  /** Newest first. */
  list(query: {
    readonly scope: TokenScope
    readonly search: string
    readonly page: number
    readonly pageSize: number
  }): Promise<{ total: number; rows: ApiToken[] }>
  /** Deletes tokens that ended before this time. */
  prune(before: number): Promise<void>
}

export function createApiTokenRepository(database: Database): ApiTokenRepository {
  return {
    ...tokenUse(database),
    ...tokenLists(database),
    insert: async token => {
      await database.insertInto('api_tokens').values(token).execute()
    },
    revoke: async ({ id, userId, projectId }, at) => {
      const { numUpdatedRows } = await database
        .updateTable('api_tokens')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .$if(userId !== undefined, rows => rows.where('user_id', '=', userId ?? ''))
        .$if(projectId !== undefined, rows => rows.where('project_id', '=', projectId ?? ''))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    prune: async before => {
      await database.deleteFrom('api_tokens').where('expires_at', '<', before).execute()
      await database.deleteFrom('api_tokens').where('revoked_at', '<', before).execute()
    },
  }
}

/** Queries for requests with a token. */
function tokenUse(database: Database): Pick<ApiTokenRepository, 'findByHash' | 'touch'> {
  return {
    findByHash: hash =>
      database
        .selectFrom('api_tokens as token')
        .innerJoin('users as user', 'user.id', 'token.user_id')
        .select([
          'token.id as id',
          'token.name as name',
          'token.project_id as projectId',
          'token.functions as functions',
          'token.expires_at as expiresAt',
          'token.revoked_at as revokedAt',
          'token.last_used_at as lastUsedAt',
          'user.id as userId',
          'user.account as account',
          'user.real_name as realName',
          'user.is_administrator as isAdministrator',
          'user.must_change_password as mustChangePassword',
          'user.locked_by_administrator as lockedByAdministrator',
        ])
        .where('token.token_hash', '=', hash)
        .executeTakeFirst(),
    touch: async (id, at, from) => {
      await database
        .updateTable('api_tokens')
        .set({ last_used_at: at, last_used_from: from })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Tokens for display, and their number. */
function tokenLists(database: Database): Pick<ApiTokenRepository, 'countWorking' | 'list'> {
  const among = ({ userId, projectId, id }: TokenScope) =>
    database
      .selectFrom('api_tokens as token')
      .innerJoin('users as user', 'user.id', 'token.user_id')
      .innerJoin('projects as project', 'project.id', 'token.project_id')
      .$if(userId !== undefined, rows => rows.where('token.user_id', '=', userId ?? ''))
      .$if(projectId !== undefined, rows => rows.where('token.project_id', '=', projectId ?? ''))
      .$if(id !== undefined, rows => rows.where('token.id', '=', id ?? ''))
  return {
    countWorking: async (userId, now) => {
      const { count } = await database
        .selectFrom('api_tokens')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return count
    },
    list: async ({ scope, search, page, pageSize }) => {
      const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const filtered = among(scope).$if(search !== '', rows =>
        rows.where(eb =>
          eb.or(
            (['token.name', 'user.account', 'project.name'] as const).map(name => eb(name, 'ilike', pattern)),
          ),
        ),
      )
      const { total } = await filtered
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await filtered
        .select([
          'token.id as id',
          'token.name as name',
          'token.beginning as beginning',
          'user.account as account',
          'token.project_id as projectId',
          'project.name as projectName',
          'token.functions as functions',
          'token.created_at as createdAt',
          'token.expires_at as expiresAt',
          'token.last_used_at as lastUsedAt',
          'token.last_used_from as lastUsedFrom',
          'token.revoked_at as revokedAt',
        ])
        .orderBy('token.created_at', 'desc')
        .orderBy('token.id')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute()
      return { total, rows }
    },
  }
}
