/** Which files of a folder count as access logs. */
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccessLogs } from './log-files.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-logs-'))
  await mkdir(join(folder, 'shop', 'old', 'deeper'), { recursive: true })
  const names = [
    'access.log',
    'access.log-20261128.gz',
    'localhost_access_log.2026-11-28.txt',
    'error.log',
    'access.log.xz',
    'notes.txt',
    'shop/shop.log.1',
    'shop/old/access.json',
    'shop/old/deeper/access.log',
  ]
  for (const [at, name] of names.entries()) {
    await writeFile(join(folder, name), 'x'.repeat(at))
    await utimes(join(folder, name), 1_000 + at, 1_000 + at)
  }
  await symlink('/etc/passwd', join(folder, 'access-link.log'))
})
afterAll(() => rm(folder, { recursive: true }))

test('logs of a folder and those below it are listed, the latest first; links, error logs and other files are not', async () => {
  const listed = await listAccessLogs([folder, join(folder, 'missing')])
  expect(listed.map(({ path }) => path.slice(folder.length + 1))).toEqual([
    'shop/old/access.json',
    'shop/shop.log.1',
    'localhost_access_log.2026-11-28.txt',
    'access.log-20261128.gz',
    'access.log',
  ])
  expect(listed[0]).toMatchObject({ sizeBytes: 7, changedAt: 1_007_000 })
})

test('a folder that is listed twice gives each file once', async () => {
  const listed = await listAccessLogs([folder, join(folder, 'shop')])
  expect(new Set(listed.map(({ path }) => path)).size).toBe(listed.length)
})
