/** Fetches artefacts with Maven into a repository of this checkout. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../exit-codes.ts'
import { cacheFolder } from '../paths.ts'

const run = promisify(execFile)
const timeoutMs = 10 * 60_000
const attempts = 2

/** The Maven plugin that fetches artefacts. */
export const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'

/**
 * Runs Maven, and once more when it fails: what it has fetched is kept. @throws CommandError `setUp`, with the end of
 * its output
 */
export async function runMaven(args: readonly string[]): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const repository = join(cacheFolder, 'bench', 'm2')
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run('mvn', ['--batch-mode', '--quiet', `-Dmaven.repo.local=${repository}`, ...args], {
        cwd: cacheFolder,
        timeout: timeoutMs,
      })
      return
    } catch (cause) {
      if (attempt < attempts) continue
      const said = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : ''
      throw new CommandError('setUp', `Maven failed: ${said.trim().slice(-2_000) || String(cause)}`)
    }
  }
}

/** Whether a program of the machine can be run. */
export const runs = (program: string, args: readonly string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )
