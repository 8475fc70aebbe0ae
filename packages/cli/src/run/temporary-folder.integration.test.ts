import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolder } from './temporary-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'pone-folder-test-'))
afterAll(() => rmSync(parent, { recursive: true }))

test('what dead processes left more than a day ago is deleted, and nothing else', async () => {
  const dead = spawnSync(process.execPath, ['--version']).pid
  const folderOf = (name: string, ageHours: number) => {
    const path = join(parent, name)
    mkdirSync(path)
    writeFileSync(join(path, '1.1.spool'), 'x')
    const at = Date.now() / 1_000 - ageHours * 3_600
    utimesSync(path, at, at)
    return path
  }
  const old = folderOf(`pone-run-${dead}-abcdef`, 25)
  const kept = [
    folderOf(`pone-run-${dead}-ghijkl`, 1),
    folderOf(`pone-run-${process.pid}-abcdef`, 25),
    folderOf('pone-run-test-abcdef', 25),
  ]
  const made = await createFolder(parent)
  expect(existsSync(old)).toBe(false)
  expect([...kept, made].map(path => existsSync(path))).toEqual([true, true, true, true])
})
