import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowIndexOf } from '@pone/engine/parameters/row-index.ts'
import { afterAll, expect, test } from 'vitest'
import { linkFiles } from './linked-files.ts'

const own = mkdtempSync(join(tmpdir(), 'pone-own-files-'))
const run = mkdtempSync(join(tmpdir(), 'pone-run-files-'))
afterAll(() => {
  rmSync(own, { recursive: true })
  rmSync(run, { recursive: true })
})
const path = join(own, 'users.csv')

test('a parameter file of a local run is indexed once for all its workers, in the folder of the run', async () => {
  writeFileSync(path, 'name\nann\nbob\n')
  const { users = '' } = await linkFiles(run, { users: path })
  expect(readFileSync(users, 'utf8')).toBe('name\nann\nbob\n')
  let builds = 0
  const dialect = { delimiter: ',', quote: '"', encoding: 'utf-8' } as const
  const index = () =>
    rowIndexOf({ path: users, dialect, onProgress: ratio01 => (builds += ratio01 === 0 ? 1 : 0) })
  expect([index().rowCount, index().rowCount, builds]).toEqual([3, 3, 1])
  expect(readdirSync(own)).toEqual(['users.csv'])
})

test('another content has another name, and a missing file keeps its own', async () => {
  const before = await linkFiles(run, { users: path })
  utimesSync(path, 1, 1)
  const after = await linkFiles(run, { users: path, missing: join(own, 'nothing.csv') })
  expect(after['users']).not.toBe(before['users'])
  expect(after['missing']).toBe(join(own, 'nothing.csv'))
})
