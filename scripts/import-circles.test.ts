import { expect, test } from 'vitest'
import { findCircles, stronglyConnected } from './import-circles.ts'

const file = (path: string, ...targets: string[]) => ({
  path: `packages/x/src/${path}`,
  text: targets.map(target => `import { thing } from '${target}'\n`).join(''),
})

const circlesOf = (...files: Parameters<typeof findCircles>[0][number][]) =>
  findCircles(files).map(({ folder, entries }) => [folder, ...entries])

test('two files that import each other are a circle', () => {
  expect(circlesOf(file('a.ts', './b.ts'), file('b.ts', './a.ts'), file('c.ts', './a.ts'))).toEqual([
    ['packages/x/src', 'a.ts', 'b.ts'],
  ])
})

test('a type-only import closes a circle', () => {
  const typed = { path: 'packages/x/src/b.ts', text: "import type { A } from './a.ts'\n" }
  expect(circlesOf(file('a.ts', './b.ts'), typed)).toEqual([['packages/x/src', 'a.ts', 'b.ts']])
})

test('folders are a circle also when no file is in one', () => {
  const circles = findCircles([
    file('a/one.ts', '../b/one.ts'),
    file('b/one.ts'),
    file('b/two.ts', '../a/one.ts'),
  ])
  expect(circles).toEqual([
    {
      folder: 'packages/x/src',
      entries: ['a', 'b'],
      imports: [
        'packages/x/src/a/one.ts → packages/x/src/b/one.ts',
        'packages/x/src/b/two.ts → packages/x/src/a/one.ts',
      ],
    },
  ])
})

test('a file and the folder beside it are a circle', () => {
  expect(circlesOf(file('main.ts', './parts/one.ts'), file('parts/one.ts', '../main.ts'))).toEqual([
    ['packages/x/src', 'main.ts', 'parts'],
  ])
})

test('packages are a circle', () => {
  expect(
    circlesOf(file('a.ts', '@pone/y/b.ts'), {
      path: 'packages/y/src/b.ts',
      text: "export * from '@pone/x/a.ts'\n",
    }),
  ).toEqual([['packages', 'x', 'y']])
})

test('a folder whose files are used below and above it is none, nor is a test', () => {
  expect(
    circlesOf(
      file('main.ts', './parts/one.ts'),
      file('parts/one.ts', '../log.ts'),
      file('log.ts'),
      file('log.test.ts', './main.ts'),
      file('parts/deep/two.ts', '../one.ts'),
    ),
  ).toEqual([])
})

test('components are found in a graph of several circles', () => {
  const graph = new Map(
    Object.entries({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['e'] }).map(
      ([node, next]) => [node, new Set(next)],
    ),
  )
  expect(stronglyConnected(graph).map(component => component.toSorted().join(''))).toEqual(['de', 'abc', 'f'])
})
