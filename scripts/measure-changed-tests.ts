/**
 * How many tests `./pone test --changed` selects: for each of the last commits (40, or as many as the argument says) the
 * tests that its changes reach in the tree as it is now, without edits of the working tree.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dependentsIn } from '../packages/cli/src/test/changed/dependents.ts'
import { isTest } from '../packages/cli/src/test/changed/test-paths.ts'
import { selectIn, testsFor } from '../packages/cli/src/test/changed/tests-for.ts'
import { readTree } from '../packages/cli/src/test/changed/tree.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' })

const [count = '40'] = process.argv.slice(2)
const commits = git('log', '--no-merges', `-${count}`, '--format=%h %s', 'HEAD').trim().split('\n')
const changes = commits.map(line => {
  const commit = line.split(' ')[0] ?? ''
  const names = git('diff', '--name-only', '--no-renames', '-z', `${commit}^`, commit)
  return { line, changed: names.split('\0').filter(name => name !== '') }
})

const begin = performance.now()
const files = await readTree()
testsFor(changes[0]?.changed ?? [], files)
const seconds = (performance.now() - begin) / 1_000

const dependents = dependentsIn(
  files,
  changes.flatMap(({ changed }) => changed),
)
const rows = changes.map(({ line, changed }) => {
  const { reached, readers } = selectIn({ files, dependents }, changed)
  return { line, changed: changed.length, reached: reached.length, all: reached.length + readers.length }
})
for (const { line, changed, reached, all } of rows)
  console.log(`${reached} reached, ${all - reached} readers by ${changed} files: ${line}`)

const summary = (numbers: readonly number[]): string => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return `median ${sorted[Math.floor(sorted.length / 2)] ?? 0}, maximum ${sorted.at(-1) ?? 0}`
}
const product = rows.filter((_, index) => changes[index]?.changed.some(path => /\.(?:tsx?|css)$/.test(path)))
console.log(
  `of ${files.filter(({ path }) => isTest(path)).length} tests, over ${product.length} commits with sources`,
)
console.log(`reached: ${summary(product.map(({ reached }) => reached))}`)
console.log(`with readers: ${summary(product.map(({ all }) => all))}`)
console.log(`reading the tree and selecting took ${seconds.toFixed(1)} s`)
