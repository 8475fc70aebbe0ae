import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

test('the same text has no differences', () => {
  expect(diffLines('a\nb', 'a\nb')).toEqual([])
})

test('lines far from a difference are counted only', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  const changed = lines.with(10, 'other')
  expect(diffLines(lines.join('\n'), changed.join('\n'))).toEqual([
    { kind: 'skipped', count: 7 },
    ...[7, 8, 9].map(index => ({ kind: 'same', text: `line ${index}` })),
    { kind: 'removed', text: 'line 10' },
    { kind: 'added', text: 'other' },
    ...[11, 12, 13].map(index => ({ kind: 'same', text: `line ${index}` })),
    { kind: 'skipped', count: 6 },
  ])
})

test('what is removed and kept is the text before, what is added and kept the text after', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map(lines => lines.join('\n'))
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after)
      // Short texts: nothing is far from a difference.
      const of = (kind: string) =>
        lines.flatMap(line =>
          line.kind !== 'skipped' && ['same', kind].includes(line.kind) ? [line.text] : [],
        )
      if (before === after || lines.some(line => line.kind === 'skipped')) return
      expect(of('removed').join('\n')).toBe(before)
      expect(of('added').join('\n')).toBe(after)
    }),
  )
})
