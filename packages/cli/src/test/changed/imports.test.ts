import { expect, test } from 'vitest'
import { importedPath, importsIn } from './imports.ts'

test('every form of an import is seen', () => {
  const text = `
import one from 'a'
import {
  two,
} from 'b'
import type { three } from 'c'
import 'd'
export { four } from 'e'
export * from 'f'
const lazy = () => import('g')
const text = "not an import from 'h'"`
  const found = importsIn(text)
  expect(found.map(line => line.target).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(found.filter(line => line.isTypeOnly)).toEqual([{ target: 'c', isTypeOnly: true }])
})

test.each([
  ['export type Size = number\nexport { b } from "./b.ts"', [{ target: './b.ts', isTypeOnly: false }]],
  ['export type Size = number\nexport type { B } from "./b.ts"', [{ target: './b.ts', isTypeOnly: true }]],
  ['import type B from "./b.ts"', [{ target: './b.ts', isTypeOnly: true }]],
  ['import { type B } from "./b.ts"', [{ target: './b.ts', isTypeOnly: false }]],
  ['let b: typeof import("./b.ts")', [{ target: './b.ts', isTypeOnly: true }]],
  ['import {\n  a,\n  b,\n} from "./b.ts"', [{ target: './b.ts', isTypeOnly: false }]],
])('%j is erased at run time, or not', (text, expected) => {
  expect(importsIn(text)).toEqual(expected)
})

test.each([
  ['packages/web/src/a/b.ts', '../c.ts', 'packages/web/src/c.ts'],
  ['packages/web/src/a.ts', '@pone/plan/steps/registry.ts', 'packages/plan/src/steps/registry.ts'],
  ['packages/web/src/a.ts', '@pone/component', 'packages/component/src/component.ts'],
  ['packages/web/src/a.ts', 'react', undefined],
])('in %s, %s names %s', (path, target, expected) => {
  expect(importedPath(path, target)).toBe(expected)
})
