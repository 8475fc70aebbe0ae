import { expect, test } from 'vitest'
import { filterLines, levelOf, linesOfParts, textOf } from './log-lines.ts'

test.each([
  ['2026-01-01 10:00:00,000 ERROR o.a.j.JMeter: no', 'error'],
  ['java.lang.IllegalStateException: no', 'error'],
  ['WARN  slow', 'warn'],
  ['a warning', 'warn'],
  ['INFO all is well', 'info'],
])('%s is of level %s', (text, level) => {
  expect(levelOf(text)).toBe(level)
})

test('lines are filtered by text and by level, which includes more severe levels', () => {
  const lines = linesOfParts([{ from: 0, to: 30, text: 'INFO one\nWARN two\nERROR Three\n' }])
  expect(lines).toHaveLength(3)
  expect(filterLines(lines, 'warn', '').map(line => line.text)).toEqual(['WARN two', 'ERROR Three'])
  expect(filterLines(lines, 'all', 'three').map(line => line.text)).toEqual(['ERROR Three'])
  expect(filterLines(lines, 'all', ' ')).toBe(lines)
})

test('exported lines start with their time unless the text contains it', () => {
  const line = { key: 1, level: 'info', text: 'begun' } as const
  expect(
    textOf([
      { ...line, at: 0 },
      { ...line, at: null },
    ]),
  ).toBe('1970-01-01T00:00:00.000Z begun\nbegun\n')
})
