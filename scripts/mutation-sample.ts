/** `node scripts/mutation-sample.ts [--count N] [--seed N] [--only PATH]`: changes one token of the web at a time, runs the tests that reach its file, and says which changes they caught. Not part of CI: it takes minutes. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findMutations, type Mutation, sample } from './mutations.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const source = 'packages/web/src'
/** A change that makes a test wait for ever is caught too. */
const testTimeoutMs = 180_000

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '28' },
    seed: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
  },
})

const files = globSync('**/*.{ts,tsx}', { cwd: join(checkout, source) })
  .filter(path => !/\.test\.tsx?$|messages\.ts$|\.d\.ts$|^test-/.test(path))
  .map(path => `${source}/${path}`)
  .filter(path => path.includes(values.only))
  .sort()
const candidates = files.flatMap(path => findMutations(path, readFileSync(join(checkout, path), 'utf8')))
const chosen = sample(candidates, Number(values.count), Number(values.seed))
process.stdout.write(
  `${chosen.length} of ${candidates.length} changes in ${files.length} files, seed ${values.seed}\n`,
)

function areTestsFailing(path: string): boolean {
  const args = [
    'related',
    '--run',
    '--bail=1',
    '--maxWorkers=1',
    '--passWithNoTests',
    '--exclude=packages/!(web)/**',
    '--exclude={scripts,bench}/**',
    path,
  ]
  const vitest = join(checkout, 'node_modules', 'vitest', 'vitest.mjs')
  return (
    spawnSync(process.execPath, [vitest, ...args], { cwd: checkout, timeout: testTimeoutMs }).status !== 0
  )
}

function isCaught({ path, start, end, to }: Mutation): boolean {
  const full = join(checkout, path)
  const original = readFileSync(full, 'utf8')
  try {
    writeFileSync(full, original.slice(0, start) + to + original.slice(end))
    return areTestsFailing(path)
  } finally {
    writeFileSync(full, original)
  }
}

let caught = 0
for (const mutation of chosen) {
  const isFound = isCaught(mutation)
  if (isFound) caught += 1
  const { path, line, from, to } = mutation
  process.stdout.write(
    `${isFound ? 'caught  ' : 'SURVIVED'} ${path}:${line}  ${from} → ${to === '' ? 'nothing' : to}\n`,
  )
}
const percent = chosen.length === 0 ? 0 : Math.round((100 * caught) / chosen.length)
process.stdout.write(`${caught} of ${chosen.length} caught, ${percent} %\n`)
