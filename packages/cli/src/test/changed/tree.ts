/** The files of the checkout, with the texts of those that may import or name others. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkout } from '../../paths.ts'

export interface TreeFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string
  /** Empty for files in which nothing is looked for. */
  readonly text: string
}

/** Sources in folders of which tests are made, and the set-up of the test runner. */
const isRead =
  /^(?:(?:packages\/[^/]+\/(?:src|build)|scripts|bench|e2e)\/.*\.(?:tsx?|css)|vitest\.config\.ts)$/

/** Files of the working tree that git tracks or would track, in the order of their paths. */
export async function readTree(folder = checkout): Promise<TreeFile[]> {
  const [listed, deleted] = await Promise.all([
    listFiles(folder, ['--cached', '--others', '--exclude-standard']),
    listFiles(folder, ['--deleted']),
  ])
  const gone = new Set(deleted)
  const paths = [...new Set(listed)].filter(path => !gone.has(path)).toSorted()
  return Promise.all(
    paths.map(async path => ({
      path,
      text: isRead.test(path) ? await readFile(join(folder, path), 'utf8') : '',
    })),
  )
}

async function listFiles(folder: string, options: readonly string[]): Promise<string[]> {
  const list = ['ls-files', '-z', ...options]
  const { stdout } = await promisify(execFile)('git', list, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\0').filter(path => path !== '')
}
