import { expect, test } from 'vitest'
import { type Notice, notify, onNotice } from './notices.ts'

test('what is told before the page is drawn is shown once it is', () => {
  const early: Notice = { kind: 'warning', text: 'early' }
  const later: Notice = { kind: 'error', text: 'later' }
  notify(early)
  const seen: Notice[] = []
  const leave = onNotice(notice => seen.push(notice))
  notify(later)
  leave()
  expect(seen).toEqual([early, later])
})
