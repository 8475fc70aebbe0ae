/** Rules of API tokens: created by a user for one project, with functions of that user; they never allow more than the user may do now. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ApiToken, apiTokenPrefix } from '@pone/contract/entities/api-token.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type ProjectFunction, withImplied } from '@pone/contract/permissions.ts'
import { maxApiTokensPerUser } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Identity } from '../../calls/identity.ts'
import type { ApiTokenRepository, TokenScope } from './api-token.repository.ts'

export interface NewApiToken {
  readonly userId: string
  readonly projectId: string
  readonly name: string
  readonly functions: readonly ProjectFunction[]
  /** The user's present permissions in the project. */
  readonly held: ReadonlySet<ProjectFunction>
  readonly expiresInDays: number
}

export interface ApiTokenPage {
  readonly search: string
  readonly page: number
  readonly pageSize: number
}

export interface ApiTokenService {
  /** @throws AppError FunctionNotHeld, TooManyApiTokens */
  create(order: NewApiToken): Promise<ApiToken & { token: string }>
  /** @throws AppError ApiTokenUnknown, ApiTokenExpired, ApiTokenRevoked, AccountLockedByAdministrator */
  identify(token: string, from: string): Promise<Identity>
  list(
    scope: TokenScope,
    query: ApiTokenPage,
  ): Promise<{ total: number; page: number; pageSize: number; rows: ApiToken[] }>
  /** Tokens of an account, newest first. */
  mine(userId: string): Promise<ApiToken[]>
  /** Returns the token before the change. @throws AppError NotFound, ApiTokenAlreadyRevoked */
  revoke(scope: TokenScope & { readonly id: string }): Promise<ApiToken>
}

const dayMs = 24 * 3_600_000
/** The last use is stored at most this often, to avoid a database write per call. */
const touchEveryMs = 60_000
/** An ended token is listed for this time. */
const keepEndedMs = 90 * dayMs
const shownCharacters = apiTokenPrefix.length + 6

export const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix)

export function createApiTokenService(repository: ApiTokenRepository, clock: Clock): ApiTokenService {
  const one = async (scope: TokenScope & { readonly id: string }): Promise<ApiToken> => {
    const { rows } = await repository.list({ scope, search: '', page: 1, pageSize: 1 })
    if (rows[0] === undefined) throw new AppError('NotFound', { what: 'apiToken' })
    return rows[0]
  }
  return {
    create: async ({ userId, projectId, name, functions, held, expiresInDays }) => {
      const missing = functions.find(each => !held.has(each))
      if (missing !== undefined) throw new AppError('FunctionNotHeld', { function: missing })
      const now = clock()
      await repository.prune(now - keepEndedMs)
      if ((await repository.countWorking(userId, now)) >= maxApiTokensPerUser)
        throw new AppError('TooManyApiTokens', { limit: maxApiTokensPerUser })
      const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
      const id = randomUUID()
      await repository.insert({
        id,
        token_hash: hashOf(token),
        user_id: userId,
        project_id: projectId,
        name,
        beginning: token.slice(0, shownCharacters),
        functions: [...new Set(functions)],
        created_at: now,
        expires_at: now + expiresInDays * dayMs,
        last_used_at: null,
        last_used_from: null,
        revoked_at: null,
      })
      return { ...(await one({ id })), token }
    },
    identify: async (token, from) => {
      const found = await repository.findByHash(hashOf(token))
      const now = clock()
      if (found === undefined) throw new AppError('ApiTokenUnknown')
      if (found.revokedAt !== null) throw new AppError('ApiTokenRevoked', { name: found.name })
      if (found.expiresAt <= now)
        throw new AppError('ApiTokenExpired', { name: found.name, expiredAt: found.expiresAt })
      if (found.lockedByAdministrator) throw new AppError('AccountLockedByAdministrator')
      if (now - (found.lastUsedAt ?? 0) >= touchEveryMs) await repository.touch(found.id, now, from)
      return {
        sessionId: found.id,
        user: { id: found.userId, account: found.account, realName: found.realName },
        isAdministratorAccount: found.isAdministrator,
        mustChangePassword: found.mustChangePassword,
        apiToken: {
          name: found.name,
          projectId: found.projectId,
          functions: new Set(withImplied(found.functions)),
        },
      }
    },
    list: async (scope, query) => {
      const { total, rows } = await repository.list({ scope, ...query })
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    mine: async userId => {
      const query = { scope: { userId }, search: '', page: 1, pageSize: 1_000 }
      return (await repository.list(query)).rows
    },
    revoke: async scope => {
      const token = await one(scope)
      const isRevoked = await repository.revoke(scope, clock())
      if (!isRevoked) throw new AppError('ApiTokenAlreadyRevoked', { name: token.name })
      return token
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
