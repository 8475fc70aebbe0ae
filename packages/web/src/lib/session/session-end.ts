/** The ways to end a session: signing out, and the refusals that end it (specification section 8). */
import type { ErrorCode } from '@pone/contract/errors.ts'
import { exclaimed, notify } from '../notices.ts'
import { session } from './session.ts'

type NoticeKind = 'warning' | 'error'
const noticeOfEnd: Readonly<Record<string, NoticeKind>> = {
  LoginTimeout: 'warning',
  LoginRepeat: 'warning',
  AccountLocked: 'error',
  AccountLockedByAdministrator: 'error',
} satisfies Partial<Record<ErrorCode, NoticeKind>>

/** Whether a refusal of the live stream ends the session, not only the subscription. */
export const isSessionEnd = (code: string): boolean => Object.hasOwn(noticeOfEnd, code)

const listeners = new Set<(endedToken: string) => void>()

/** Called after every end of the session of this tab, with the token that is no longer valid. @returns a function that ends the subscription */
export function onSessionEnd(listener: (endedToken: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears the session and goes to the root; in cloud mode to the external sign-out address with the client id. */
export function leaveSession(): void {
  const { token, cloudMode, poneUrl, clientId } = session.get()
  session.clear()
  for (const listener of listeners) listener(token)
  if (cloudMode && poneUrl && clientId) {
    window.location.assign(`${poneUrl}/logout?client_id=${encodeURIComponent(clientId)}`)
  }
}

/** Handles a 401: shows the reason and ends the session, only once, however many calls were pending with that token. */
export function endSession(code: string, message: string, usedToken: string): void {
  if (!usedToken) {
    notify({ kind: 'error', text: exclaimed(message) })
    return
  }
  if (session.get().token !== usedToken) return
  notify({ kind: noticeOfEnd[code] ?? 'warning', text: exclaimed(message) })
  leaveSession()
}
