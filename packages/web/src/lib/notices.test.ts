import { expect, test } from 'vitest'
import { exclaimed, type Notice, notify, onNotice } from './notices.ts'

test.each([
  ['保存失败', '保存失败！'],
  ['保存失败。', '保存失败！'],
  ['两次输入的密码不一致！', '两次输入的密码不一致！'],
  ['Stop failed', 'Stop failed!'],
  ['Stop failed.', 'Stop failed!'],
])('an exclamation mark ends every message: %s', (text, shown) => {
  expect(exclaimed(text)).toBe(shown)
})

test('notices sent before the page is rendered are shown afterwards', () => {
  const early: Notice = { kind: 'warning', text: 'early' }
  const later: Notice = { kind: 'error', text: 'later' }
  notify(early)
  const seen: Notice[] = []
  const leave = onNotice(notice => seen.push(notice))
  notify(later)
  leave()
  expect(seen).toEqual([early, later])
})
