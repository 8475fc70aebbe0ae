import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainFolderProblem, keepSecret, openDataFolder } from './data-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-data-'))
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true, force: true })
})

test('a second start on the same folder reports where the first one runs', async () => {
  const first = await openDataFolder(join(folder, 'data'))
  await first.lock.describe('http://127.0.0.1:8600')
  await expect(openDataFolder(join(folder, 'data'))).rejects.toMatchObject({
    exit: 'alreadyRunning',
    message: expect.stringContaining(`runs at http://127.0.0.1:8600`),
  })
  await first.lock.release()
  const second = await openDataFolder(join(folder, 'data'))
  await second.lock.release()
})

test('a lock file that a dead process left behind does not block a start', async () => {
  await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startTicks: 1 }))
  const opened = await openDataFolder(folder)
  await opened.lock.release()
})

test('a path with a file in its way is refused in one sentence', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(openDataFolder(join(folder, 'file', 'data'))).rejects.toMatchObject({ exit: 'folderUnusable' })
  await expect(openDataFolder(join(folder, 'file'))).rejects.toMatchObject({ exit: 'folderUnusable' })
})

test.each([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EACCES', 'folderUnusable'],
  ['EROFS', 'folderUnusable'],
])('%s on the folder ends with the exit %s', (code, exit) => {
  expect(explainFolderProblem('/data', Object.assign(new Error(code), { code }))).toMatchObject({ exit })
})

test('a secret is made once and readable by its owner only', async () => {
  const secret = await keepSecret(folder, 'token')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await keepSecret(folder, 'token')).toBe(secret)
  expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600)
})
