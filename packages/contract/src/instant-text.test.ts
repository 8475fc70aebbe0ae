import { expect, test } from 'vitest'
import { instantText, isTimeZone } from './instant-text.ts'

const at = Date.UTC(2026, 10, 22, 8, 0, 5)

test.each([
  ['Asia/Shanghai', '2026-11-22 16:00:05 +08:00'],
  ['UTC', '2026-11-22 08:00:05 +00:00'],
  ['America/New_York', '2026-11-22 03:00:05 -05:00'],
  ['Asia/Kathmandu', '2026-11-22 13:45:05 +05:45'],
])('an instant in %s is told with its offset', (zone, text) => {
  expect(instantText(at, zone)).toBe(text)
})

test('the offset is that of the instant, also in summer', () => {
  expect(instantText(Date.UTC(2026, 6, 1), 'America/New_York')).toBe('2026-06-30 20:00:00 -04:00')
})

test('without a zone it is told in that of the process', () => {
  expect(instantText(at)).toMatch(/^2026-11-2[12-3] \d\d:\d\d:05 [+-]\d\d:\d\d$/)
})

test.each([
  ['Asia/Shanghai', true],
  ['UTC', true],
  ['Nowhere/Town', false],
  ["'; drop table x", false],
  ['', false],
])('%j is a zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))
