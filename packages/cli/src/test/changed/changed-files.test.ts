import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles } from './changed-files.ts'
import { readTree } from './tree.ts'

let folder = ''
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const write = (name: string, text: string) => writeFile(join(folder, name), text)
const commit = (subject: string): void => {
  git('add', '--all')
  git('commit', '--quiet', '--message', subject)
}

/** A checkout with two commits: the first has `a.ts` and `b.ts`, the second changes `b.ts`. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-changed-'))
  git('init', '--quiet', '--initial-branch', 'main')
  await write('.gitignore', 'ignored\n')
  await write('a.ts', 'a\n'.repeat(20))
  await write('b.ts', 'b')
  commit('first')
  await write('b.ts', 'b2')
  commit('second')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('without edits the last commit counts', async () => {
  expect(await changedFiles(undefined, folder)).toEqual(['b.ts'])
})

test('with edits only they count: staged, not staged and new files, not ignored ones', async () => {
  await write('a.ts', 'edited')
  await write('staged.ts', '')
  git('add', 'staged.ts')
  await mkdir(join(folder, 'new folder'))
  await write('new folder/é "new".ts', '')
  await write('ignored', '')
  expect(await changedFiles(undefined, folder)).toEqual(['a.ts', 'new folder/é "new".ts', 'staged.ts'])
})

test('a renamed file counts with both names, a deleted one with its own', async () => {
  git('mv', 'a.ts', 'c.ts')
  git('rm', '--quiet', 'b.ts')
  expect(await changedFiles(undefined, folder)).toEqual(['a.ts', 'b.ts', 'c.ts'])
  await rm(join(folder, 'c.ts'))
  // Git still lists c.ts, which the working tree has no longer.
  expect((await readTree(folder)).map(({ path }) => path)).toEqual(['.gitignore'])
})

test('a base is compared with the working tree, with commits and edits since', async () => {
  await write('d.ts', '')
  expect(await changedFiles('HEAD~1', folder)).toEqual(['b.ts', 'd.ts'])
  expect(await changedFiles('HEAD', folder)).toEqual(['d.ts'])
})

test('what another branch changed after this one left it does not count', async () => {
  git('switch', '--quiet', '--create', 'mine')
  await write('mine.ts', '')
  commit('mine')
  git('switch', '--quiet', 'main')
  await write('theirs.ts', '')
  commit('theirs')
  git('switch', '--quiet', 'mine')
  expect(await changedFiles('main', folder)).toEqual(['mine.ts'])
})

test('of the first commit all files are new', async () => {
  git('checkout', '--quiet', 'HEAD~1')
  expect(await changedFiles(undefined, folder)).toEqual(['.gitignore', 'a.ts', 'b.ts'])
})

test.each(['nowhere', '--output=x', ''])('a base %j that git does not know is refused', async base => {
  await expect(changedFiles(base, folder)).rejects.toMatchObject({
    exit: 'usage',
    message: `git knows no commit, branch or tag '${base}' to compare with.`,
  })
})

test('a folder without commits is refused', async () => {
  await rm(join(folder, '.git'), { recursive: true })
  git('init', '--quiet')
  await expect(changedFiles(undefined, folder)).rejects.toMatchObject({ exit: 'usage' })
})
