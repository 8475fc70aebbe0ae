/** What the last whole run saw, for people and hooks that ask whether a commit was tested: `.cache/last-test.json`. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder, checkout } from '../paths.ts'
import type { Counts } from './outcome.ts'

interface LastRun extends Counts {
  /** 40 hex digits; empty outside of a git checkout. */
  readonly commit: string
  /** Whether the tested files were those of the commit. */
  readonly tree: 'clean' | 'changed'
  /** Instant of the start. */
  readonly startedAt: string
  readonly seconds: number
  /** Files and journeys that passed only at their second try. */
  readonly unstable: readonly string[]
}

const run = promisify(execFile)

const git = (...args: string[]): Promise<string> =>
  run('git', args, { cwd: checkout }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )

/** To be asked before the tests run: they test what is there at their start. */
export async function describeTree(): Promise<Pick<LastRun, 'commit' | 'tree'>> {
  const [commit, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain')])
  return { commit, tree: changes === '' ? 'clean' : 'changed' }
}

export async function keepLastRun(lastRun: LastRun): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(join(cacheFolder, 'last-test.json'), `${JSON.stringify(lastRun, undefined, 2)}\n`)
}
