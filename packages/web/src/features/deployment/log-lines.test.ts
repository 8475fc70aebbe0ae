import { expect, test } from 'vitest'
import { filterLines, levelOf, toLines } from './log-lines.ts'

test.each([
  ['2026-01-01 10:00:00,000 ERROR o.a.j.JMeter: no', 'error'],
  ['java.lang.IllegalStateException: no', 'error'],
  ['WARN  slow', 'warn'],
  ['a warning', 'warn'],
  ['INFO all is well', 'info'],
])('%s is of level %s', (text, level) => {
  expect(levelOf(text)).toBe(level)
})

test('lines are found by text and by level, worse ones included', () => {
  const lines = toLines('INFO one\nWARN two\nERROR Three\n', 0)
  expect(lines).toHaveLength(3)
  expect(filterLines(lines, 'warn', '').map(line => line.text)).toEqual(['WARN two', 'ERROR Three'])
  expect(filterLines(lines, 'all', 'three').map(line => line.text)).toEqual(['ERROR Three'])
  expect(filterLines(lines, 'all', ' ')).toBe(lines)
})
