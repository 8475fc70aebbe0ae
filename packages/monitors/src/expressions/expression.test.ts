import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate, namesIn, parseExpression } from './expression.ts'

const valueOf = (text: string, values: Record<string, number> = {}): number => {
  const tree = parseExpression(text)
  if ('problem' in tree) throw new Error(`${tree.problem} at ${tree.at}`)
  return evaluate(tree, name => values[name] ?? Number.NaN)
}

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['8 / 4 / 2', 1],
  ['10 - 3 - 2', 5],
  ['-a * -2', 6],
  ['100 * hits / (hits + misses)', 75],
  ['1.5e3', 1500],
])('%s is %d', (text, value) => {
  expect(valueOf(text, { a: 3, hits: 30, misses: 10 })).toBe(value)
})

test('a division by zero and a missing counter are unknown, not 0', () => {
  expect(valueOf('hits / (hits + misses)', { hits: 0, misses: 0 })).toBeNaN()
  expect(valueOf('0 * hits')).toBeNaN()
})

test.each([
  ['', 'unfinished', 0],
  ['1 +', 'unfinished', 3],
  ['(1', 'unfinished', 2],
  ['1 2', 'unexpected', 2],
  ['a; b', 'unexpected', 1],
  ['a)', 'unexpected', 1],
  ['a.b', 'unexpected', 1],
])('%j is refused: %s at %d', (text, problem, at) => {
  expect(parseExpression(text)).toEqual({ problem, at })
})

test('an expression of more than 200 nodes, or of any depth, is refused', () => {
  expect(parseExpression(Array.from({ length: 100 }, () => 'a').join('+'))).not.toHaveProperty('problem')
  expect(parseExpression(Array.from({ length: 102 }, () => 'a').join('+'))).toMatchObject({
    problem: 'tooLong',
  })
  expect(parseExpression('('.repeat(100_000))).toMatchObject({ problem: 'tooLong' })
})

test('names are found once each', () => {
  const tree = parseExpression('a / (a + b - -c)')
  if ('problem' in tree) throw new Error(tree.problem)
  expect([...namesIn(tree)]).toEqual(['a', 'b', 'c'])
})

test('sums and products agree with arithmetic', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), (a, b, c) => {
      expect(valueOf('a - b * (c + a) + b', { a, b, c })).toBe(a - b * (c + a) + b)
    }),
  )
})
