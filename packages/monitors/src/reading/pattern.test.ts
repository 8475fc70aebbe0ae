import { expect, test } from 'vitest'
import { matchesOf, readPattern } from './pattern.ts'

test('every match gives its named groups, lines apart', () => {
  expect(matchesOf('a=1\nb=\n', String.raw`^(?<name>\w+)=(?<value>\d+)?$`, 10)).toEqual([
    { name: 'a', value: '1' },
    { name: 'b' },
  ])
  expect(matchesOf('1 2 3', String.raw`(?<n>\d)`, 2)).toEqual([{ n: '1' }, { n: '2' }])
})

test.each([
  ['look-ahead', '(?=a)'],
  ['back-reference', String.raw`(a)\1`],
  ['nested repetitions', '(a{100}){100}'],
  ['a name twice', '(?<x>a)(?<x>b)'],
  ['no end', '['],
])('%s is no expression', (_, expression) => {
  expect(readPattern(expression)).toHaveProperty('problem', expect.stringMatching(/\w/))
})

test('groups and steps of an expression', () => {
  const read = readPattern(String.raw`(?<a>\d+) (?<b>x{500})`)
  expect(read).toMatchObject({ groups: ['a', 'b'] })
  expect('steps' in read ? read.steps : 0).toBeGreaterThan(500)
})
