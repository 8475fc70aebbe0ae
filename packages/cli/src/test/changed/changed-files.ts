/** The files that a developer changed, by git: the beginning of the selection of `./pone test --changed`. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../../exit-codes.ts'
import { checkout } from '../../paths.ts'

const run = promisify(execFile)

/**
 * Paths relative to the checkout, sorted, that differ between `base` and the working tree: edited, new, untracked and
 * deleted files, of a renamed one both names. If another branch has gone on since this one left it, only what changed on
 * this side counts. Without `base`: what is not committed, and if that is nothing, the last commit.
 * @throws CommandError `usage` if git knows no such commit
 */
export async function changedFiles(base: string | undefined, folder = checkout): Promise<string[]> {
  const git = await openGit(folder)
  if (base !== undefined) return changedSince(git, await forkPoint(git, base))
  const uncommitted = await changedSince(git, 'HEAD')
  if (uncommitted.length > 0) return uncommitted
  const previous = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^']).catch(() => '')).trim()
  // The first commit has no parent: all of it is new.
  return previous === '' ? paths(await git(['ls-files', '-z'])) : changedSince(git, previous)
}

/** Answers the output of a call of git. */
type Git = (args: readonly string[]) => Promise<string>

async function openGit(folder: string): Promise<Git> {
  const git: Git = async args => {
    const { stdout } = await run('git', [...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
    return stdout
  }
  try {
    await git(['rev-parse', '--verify', '--quiet', 'HEAD'])
    return git
  } catch (cause) {
    const message = '--changed compares with a commit: it needs git, and a checkout with at least one commit.'
    throw new CommandError('usage', message, { cause })
  }
}

async function forkPoint(git: Git, base: string): Promise<string> {
  const name = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]
  const commit = await git(name).catch((cause: unknown) => {
    throw new CommandError('usage', `git knows no commit, branch or tag '${base}' to compare with.`, {
      cause,
    })
  })
  // Without a common history the commit itself is compared.
  return (await git(['merge-base', commit.trim(), 'HEAD']).catch(() => commit)).trim()
}

async function changedSince(git: Git, commit: string): Promise<string[]> {
  // Without renames, git lists both names of a renamed file.
  const tracked = await git(['diff', '--name-only', '--no-renames', '--relative', '-z', commit, '--'])
  const untracked = await git(['ls-files', '--others', '--exclude-standard', '-z'])
  return paths(tracked + untracked)
}

const paths = (output: string): string[] =>
  [...new Set(output.split('\0').filter(path => path !== ''))].toSorted()
