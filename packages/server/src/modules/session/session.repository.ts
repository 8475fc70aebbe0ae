/** Queries on sessions. */
import type { Database } from '../../adapters/database/database.ts'
import type { SessionEnd, SessionTable } from './session.table.ts'

export interface SessionWithUser {
  readonly id: string
  readonly isRemembered: boolean
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly endReason: SessionEnd | null
  readonly userId: string
  readonly account: string
  readonly realName: string
  readonly isAdministrator: boolean
  readonly mustChangePassword: boolean
  readonly lockedByAdministrator: boolean
}

export interface SessionRepository {
  insert(session: SessionTable): Promise<void>
  /** Ends the account's open browser sessions, returns their ids and inserts this one; concurrent sign-ins are serialized. */
  replace(session: SessionTable): Promise<string[]>
  findByToken(tokenHash: string): Promise<SessionWithUser | undefined>
  deviceOf(id: string): Promise<string | null>
  touch(id: string, lastSeenAt: number, expiresAt: number): Promise<void>
  end(id: string, reason: SessionEnd, at: number): Promise<void>
  /** Ends the account's open sessions, except one, and returns their ids. */
  endOfUser(end: {
    userId: string
    reason: SessionEnd
    at: number
    exceptId?: string | undefined
  }): Promise<string[]>
  /** Deletes sessions that ended or expired before this time. */
  prune(before: number): Promise<void>
  /** Accounts with a browser session that was used since. */
  countUsersSeenSince(since: number): Promise<number>
}

export function createSessionRepository(database: Database): SessionRepository {
  return { ...sessionReads(database), ...sessionWrites(database) }
}

/** Sessions and their users. */
function sessionReads(
  database: Database,
): Pick<SessionRepository, 'findByToken' | 'deviceOf' | 'countUsersSeenSince'> {
  return {
    findByToken: tokenHash =>
      database
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'sessions.id as id',
          'sessions.is_remembered as isRemembered',
          'sessions.last_seen_at as lastSeenAt',
          'sessions.expires_at as expiresAt',
          'sessions.end_reason as endReason',
          'users.id as userId',
          'users.account as account',
          'users.real_name as realName',
          'users.is_administrator as isAdministrator',
          'users.must_change_password as mustChangePassword',
          'users.locked_by_administrator as lockedByAdministrator',
        ])
        .where('sessions.token_hash', '=', tokenHash)
        .executeTakeFirst(),
    deviceOf: async id => {
      const row = await database
        .selectFrom('sessions')
        .select('device_id')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.device_id ?? null
    },
    countUsersSeenSince: async since => {
      const { count } = await database
        .selectFrom('sessions')
        .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
        .where('ended_at', 'is', null)
        .where('kind', '=', 'browser')
        .where('last_seen_at', '>=', since)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Creation, renewal and end of sessions. */
function sessionWrites(
  database: Database,
): Pick<SessionRepository, 'insert' | 'replace' | 'touch' | 'end' | 'endOfUser' | 'prune'> {
  return {
    insert: async session => {
      await database.insertInto('sessions').values(session).execute()
    },
    replace: session =>
      database.transaction().execute(async transaction => {
        await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', session.user_id)
          .forUpdate()
          .execute()
        const ended = await transaction
          .updateTable('sessions')
          .set({ ended_at: session.created_at, end_reason: 'replaced' })
          .where('user_id', '=', session.user_id)
          .where('kind', '=', 'browser')
          .where('ended_at', 'is', null)
          .returning('id')
          .execute()
        await transaction.insertInto('sessions').values(session).execute()
        return ended.map(row => row.id)
      }),
    touch: async (id, lastSeenAt, expiresAt) => {
      await database
        .updateTable('sessions')
        .set({ last_seen_at: lastSeenAt, expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
    },
    end: async (id, reason, at) => {
      await database
        .updateTable('sessions')
        .set({ ended_at: at, end_reason: reason })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    },
    endOfUser: async ({ userId, reason, at, exceptId }) => {
      const rows = await database
        .updateTable('sessions')
        .set({ ended_at: at, end_reason: reason })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(exceptId !== undefined, query => query.where('id', '!=', exceptId ?? ''))
        .returning('id')
        .execute()
      return rows.map(row => row.id)
    },
    prune: async before => {
      await database.deleteFrom('sessions').where('expires_at', '<', before).execute()
      await database.deleteFrom('sessions').where('ended_at', '<', before).execute()
    },
  }
}
