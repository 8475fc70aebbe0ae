import { expect, test } from 'vitest'
import { tooDeepAt } from './nesting.ts'

test('brackets are counted as they are nested', () => {
  expect(tooDeepAt('f([{a: 1}])', 3)).toBeNull()
  expect(tooDeepAt('f([{a: 1}])', 2)).toBe(3)
  expect(tooDeepAt('(a,'.repeat(100_000), 200)).toBe(600)
})

test.each([
  ['texts', `"(((" + '[[[' + "\\"((("`],
  ['comments', '// (((\n/* [[[ */'],
  ['templates', '`((( ${a} [[[ ${`{{{`} \\` (((`'],
  ['regular expressions', 'x = /[(/]{3}\\/(((/; return /[[[]/'],
  ['closed brackets', '()'.repeat(100) + ')))'],
])('those within %s are not', (_name, text) => {
  expect(tooDeepAt(text, 2)).toBeNull()
})

test.each([
  ['an expression in a template', '`${f(['],
  ['a quotient', 'a / 2 + ((('],
  ['a text that ends with its line', '"a\n((('],
])('those behind %s are', (_name, text) => {
  expect(tooDeepAt(text, 2)).not.toBeNull()
})
