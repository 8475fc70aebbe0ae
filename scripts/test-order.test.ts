import { expect, test } from 'vitest'
import { mixed } from './test-order.ts'

const file = (path: string, bytes: number) => ({ path, bytes })
const orderOf = (files: Parameters<typeof mixed>[0]) => mixed(files).map(({ path }) => path)

test('large files come first', () => {
  expect(orderOf([file('a.test.ts', 1), file('b.test.ts', 3), file('c.test.ts', 2)])).toEqual([
    'b.test.ts',
    'c.test.ts',
    'a.test.ts',
  ])
})

test('files that wait stand evenly among the others, each once', () => {
  const waiting = [1, 2, 3].map(n => file(`${n}.integration.test.ts`, 10 - n))
  const others = [1, 2, 3, 4, 5, 6].map(n => file(`${n}.test.tsx`, 100 - n))
  expect(orderOf([...others, ...waiting])).toEqual([
    '1.test.tsx',
    '1.integration.test.ts',
    '2.test.tsx',
    '3.test.tsx',
    '2.integration.test.ts',
    '4.test.tsx',
    '5.test.tsx',
    '3.integration.test.ts',
    '6.test.tsx',
  ])
})

test('the order does not depend on the order in which files were found', () => {
  const files = [file('b.test.ts', 1), file('a.test.ts', 1), file('c.integration.test.ts', 1)]
  expect(orderOf(files)).toEqual(orderOf(files.toReversed()))
})
