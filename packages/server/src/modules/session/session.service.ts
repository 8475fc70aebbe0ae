/** Sessions: one browser at a time per account, ended by inactivity, sign-out, a newer sign-in or a new password. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import { rememberedSessionIdleMs, sessionIdleMs } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Identity } from '../../calls/identity.ts'
import type { SessionRepository } from './session.repository.ts'
import type { SessionEnd, SessionKind } from './session.table.ts'

export interface NewSession {
  readonly userId: string
  readonly kind: SessionKind
  readonly isRemembered: boolean
  readonly from: string
  /** The known device of the sign-in. */
  readonly deviceId?: string
}

export interface SessionService {
  /** Returns the token, which is not stored; a browser session replaces the account's older one. */
  start(session: NewSession): Promise<string>
  /** The user of a token; extends the idle time-out unless disabled. @throws AppError LoginTimeout, LoginRepeat, AccountLockedByAdministrator */
  identify(token: string, options?: { isPeek: boolean }): Promise<Identity>
  /** Known device that the session was started on. */
  deviceOf(sessionId: string): Promise<string | null>
  end(sessionId: string): Promise<void>
  /** Ends all sessions of the account, or all but one. */
  endAll(userId: string, reason: SessionEnd, exceptId?: string): Promise<void>
  /** Called with ids of sessions that this server has just ended. */
  onEnd(listener: (sessionIds: readonly string[]) => void): void
}

/** The idle time-out is extended at most this often, to avoid a database write per call. */
const touchEveryMs = 60_000
/** An ended session is kept for this time, to show the reason in its browser. */
const keepEndedMs = 7 * 24 * 3_600_000

export function createSessionService(repository: SessionRepository, clock: Clock): SessionService {
  const listeners: ((sessionIds: readonly string[]) => void)[] = []
  const publishEnded = (ids: readonly string[]): void => {
    for (const listener of listeners) listener(ids)
  }
  return {
    start: async ({ userId, kind, isRemembered, from, deviceId }) => {
      const now = clock()
      await repository.prune(now - keepEndedMs)
      const token = randomBytes(32).toString('base64url')
      const session = {
        id: randomUUID(),
        token_hash: hashToken(token),
        user_id: userId,
        kind,
        is_remembered: isRemembered,
        from_address: from,
        device_id: deviceId ?? null,
        created_at: now,
        last_seen_at: now,
        expires_at: now + idleMs(isRemembered),
        ended_at: null,
        end_reason: null,
      }
      if (kind === 'browser') publishEnded(await repository.replace(session))
      else await repository.insert(session)
      return token
    },
    identify: async (token, { isPeek } = { isPeek: false }) => {
      const session = await repository.findByToken(hashToken(token))
      const now = clock()
      if (session === undefined) throw new AppError('LoginTimeout')
      if (session.lockedByAdministrator) throw new AppError('AccountLockedByAdministrator')
      if (session.endReason === 'replaced') throw new AppError('LoginRepeat')
      if (session.endReason !== null || session.expiresAt <= now) throw new AppError('LoginTimeout')
      if (!isPeek && now - session.lastSeenAt >= touchEveryMs)
        await repository.touch(session.id, now, now + idleMs(session.isRemembered))
      return {
        sessionId: session.id,
        user: { id: session.userId, account: session.account, realName: session.realName },
        isAdministratorAccount: session.isAdministrator,
        mustChangePassword: session.mustChangePassword,
      }
    },
    deviceOf: sessionId => repository.deviceOf(sessionId),
    end: async sessionId => {
      await repository.end(sessionId, 'signedOut', clock())
      publishEnded([sessionId])
    },
    endAll: async (userId, reason, exceptId) => {
      publishEnded(await repository.endOfUser({ userId, reason, at: clock(), exceptId }))
    },
    onEnd: listener => {
      listeners.push(listener)
    },
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const idleMs = (isRemembered: boolean): number => (isRemembered ? rememberedSessionIdleMs : sessionIdleMs)
