import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../../link/small-disk-harness.ts'
import { serverDiskConditions } from './disk-conditions.ts'

let disk: SmallDisk
let database = ''
beforeAll(async () => {
  disk = await mountSmallDisk(200)
  database = join(disk.folder, 'postgresql')
  await mkdir(database)
})
afterAll(() => disk.close())

test('the disk of the database is told of when it is nearly full, and no longer when there is room', async () => {
  expect(await serverDiskConditions(disk.folder, database)).toEqual([])
  disk.fill()
  expect(await serverDiskConditions(tmpdir(), database)).toContainEqual({
    id: 'databaseDiskLow',
    params: { folder: database, free: '0 B' },
  })
  disk.empty()
  expect(await serverDiskConditions(disk.folder, database)).toEqual([])
})

test('one disk that holds server and database is told of once, also when the database is reached by a link', async () => {
  const linked = join(disk.folder, 'linked')
  await symlink(database, linked)
  disk.fill()
  const ids = async (folder?: string) => (await serverDiskConditions(disk.folder, folder)).map(({ id }) => id)
  expect(await ids(linked)).toEqual(['databaseDiskLow'])
  expect(await ids()).toEqual(['serverDiskLow'])
  disk.empty()
})
