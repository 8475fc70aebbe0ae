/**
 * `node scripts/mutation-sample.ts [--count N] [--seed N] [--only PATH]`: changes one token of the web at a time, runs
 * the tests that reach its file, and prints which changes they caught. Not part of CI: it takes minutes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findMutations, type Mutation, sample } from './mutations.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const source = 'packages/web/src'
/** Time-out of the tests beside a file; a change that makes them hang counts as caught. */
const nearTestsTimeoutMs = 180_000
/** Time-out of all tests that reach a file; those that take longer have not caught the change. */
const relatedTestsTimeoutMs = 1_200_000

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '28' },
    seed: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
  },
})

const files = globSync('**/*.{ts,tsx}', { cwd: join(checkout, source) })
  .filter(path => !/\.test\.tsx?$|messages\.ts$|\.d\.ts$|(^|\/)test-/.test(path))
  .map(path => `${source}/${path}`)
  .filter(path => path.includes(values.only))
  .sort()
const candidates = files.flatMap(path => findMutations(path, readFileSync(join(checkout, path), 'utf8')))
const chosen = sample(candidates, Number(values.count), Number(values.seed))
process.stdout.write(
  `${chosen.length} of ${candidates.length} changes in ${files.length} files, seed ${values.seed}\n`,
)

/** An interruption ends the running tests, so that the changed file is restored before the process ends. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort())

type Outcome = 'passed' | 'failed' | 'timeOut'

/** Kills the process group after the time-out: a test in an endless loop does not handle a gentler signal. */
async function runTests(choice: readonly string[], timeoutMs: number): Promise<Outcome> {
  const args = [...choice, '--run', '--bail=1', '--maxWorkers=1', '--passWithNoTests']
  const vitest = join(checkout, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...args], { cwd: checkout, stdio: 'ignore', detached: true })
  let isTimeOut = false
  const endGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    isTimeOut = true
    endGroup()
  }, timeoutMs)
  interruption.signal.addEventListener('abort', endGroup)
  const [status] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  interruption.signal.removeEventListener('abort', endGroup)
  if (isTimeOut) return 'timeOut'
  return status === 0 ? 'passed' : 'failed'
}

/** Runs the tests in the folder of the file first: they are few and catch most of what is caught. */
async function doTestsCatch(path: string): Promise<boolean> {
  const near = globSync(`${dirname(path)}/**/*.test.{ts,tsx}`, { cwd: checkout })
  if (near.length > 0 && (await runTests(near, nearTestsTimeoutMs)) !== 'passed') return true
  if (interruption.signal.aborted) return false
  const others = ['--exclude=packages/!(web)/**', '--exclude={scripts,bench}/**']
  return (await runTests(['related', path, ...others], relatedTestsTimeoutMs)) === 'failed'
}

async function isCaught({ path, start, end, to }: Mutation): Promise<boolean> {
  const full = join(checkout, path)
  const original = readFileSync(full, 'utf8')
  try {
    writeFileSync(full, original.slice(0, start) + to + original.slice(end))
    return await doTestsCatch(path)
  } finally {
    writeFileSync(full, original)
  }
}

let caught = 0
for (const mutation of chosen) {
  const isFound = await isCaught(mutation)
  if (interruption.signal.aborted) process.exit(130)
  if (isFound) caught += 1
  const { path, line, from, to } = mutation
  process.stdout.write(
    `${isFound ? 'caught  ' : 'SURVIVED'} ${path}:${line}  ${from} → ${to === '' ? 'nothing' : to}\n`,
  )
}
const percent = chosen.length === 0 ? 0 : Math.round((100 * caught) / chosen.length)
process.stdout.write(`${caught} of ${chosen.length} caught, ${percent} %\n`)
