import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

test('the same text has no differences', () => {
  expect(diffLines('a\nb', 'a\nb')).toEqual([])
})

test('unchanged lines far from a difference are only counted', () => {
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

test('removed and kept lines form the old text, added and kept lines the new one', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map(lines => lines.join('\n'))
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after)
      // In short texts no line is far from a difference.
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

/** Length of the longest common subsequence, by its definition. */
const commonLength = (a: readonly string[], b: readonly string[]): number => {
  const [first, ...restA] = a
  if (first === undefined || b.length === 0) return 0
  const at = b.indexOf(first)
  const without = commonLength(restA, b)
  return at < 0 ? without : Math.max(without, 1 + commonLength(restA, b.slice(at + 1)))
}

test('as many lines as possible are kept', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [before, after] = [a.join('\n'), b.join('\n')]
      fc.pre(before !== after)
      const kept = diffLines(before, after).reduce(
        (count, line) => count + (line.kind === 'same' ? 1 : line.kind === 'skipped' ? line.count : 0),
        0,
      )
      expect(kept).toBe(commonLength(a, b))
    }),
  )
})

test.each([
  ['a\nb', 'a\nb\nc', ' a  b +c'],
  ['a\nb\nc', 'b\nc', '-a  b  c'],
  ['x', 'y', '-x +y'],
  ['a\na', 'a', ' a -a'],
  ['a\nx\ny\nb', 'a\ny\nx\nb', ' a -x  y +x  b'],
])('%j becomes %j by %j', (before, after, expected) => {
  const signs = { same: ' ', added: '+', removed: '-', skipped: '…' }
  const lines = diffLines(before, after).map(
    line => signs[line.kind] + (line.kind === 'skipped' ? String(line.count) : line.text),
  )
  expect(lines.join(' ')).toBe(expected)
})

test('texts that differ in very many lines are shown as replaced as a whole', () => {
  const lines = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}${at % 7}`)
  const kinds = (count: number) =>
    new Set(
      diffLines(['x', ...lines('a', count)].join('\n'), [...lines('a', count), 'y'].join('\n')).map(
        line => line.kind,
      ),
    )
  expect(kinds(1_999).has('same')).toBe(true)
  expect([...kinds(2_000)].sort()).toEqual(['added', 'removed'])
})
