import { expect, test } from 'vitest'
import { type Notice, onNotice } from '../notices.ts'
import { session } from './session.ts'
import { endSession, isSessionEnd } from './session-end.ts'

test.each([
  ['LoginTimeout', 'warning'],
  ['LoginRepeat', 'warning'],
  ['AccountLocked', 'error'],
  ['AccountLockedByAdministrator', 'error'],
])('%s ends the session with a notice of kind %s, once', (code, kind) => {
  const seen: Notice[] = []
  const leave = onNotice(notice => seen.push(notice))
  session.set({ token: 'good' })
  endSession(code, 'Why', 'good')
  endSession(code, 'Why', 'good')
  leave()
  expect(seen).toEqual([{ kind, text: 'Why!' }])
  expect(session.get().token).toBe('')
  expect(isSessionEnd(code)).toBe(true)
})
