import { expect, test } from 'vitest'
import { findMutations, sample } from './mutations.ts'

const changesOf = (code: string, path = 'a.tsx') =>
  findMutations(path, code).map(({ from, to }) => [from, to])

test.each([
  ['const a = b < c', [['<', '<=']]],
  [
    'const a = <p title="x < y">{!b && 1}</p>',
    [
      ['!', ''],
      ['&&', '||'],
      ['1', '0'],
    ],
  ],
  [
    'const a = f<string>(true) ?? g',
    [
      ['true', 'false'],
      ['??', '&&'],
    ],
  ],
  ['type T = { a: 1 } | false // b < c', []],
  [
    "const a = 'b && c' + `${d - 1}`",
    [
      ['+', '-'],
      ['-', '+'],
      ['1', '0'],
    ],
  ],
])('of %s the tokens that can be changed are found', (code, changes) => {
  expect(changesOf(code)).toEqual(changes)
})

test('a change knows its place', () => {
  expect(findMutations('a.ts', 'const a = 2\nconst b = !a')).toEqual([
    { path: 'a.ts', line: 2, start: 22, end: 23, from: '!', to: '' },
  ])
})

test('a seed chooses the same entries again, each once', () => {
  const entries = Array.from({ length: 50 }, (_, at) => at)
  const first = sample(entries, 20, 12)
  expect(new Set(first).size).toBe(20)
  expect(sample(entries, 20, 12)).toEqual(first)
  expect(sample(entries, 20, 13)).not.toEqual(first)
  expect(sample(entries, 99, 1)).toHaveLength(50)
})
