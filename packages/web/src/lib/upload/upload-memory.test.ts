import { randomUUID } from 'node:crypto'
import { uploadLifeMs } from '@pone/schema/limits.ts'
import { expect, test } from 'vitest'
import { memoryStorage } from '../session/session.ts'
import { createUploadMemory } from './upload-memory.ts'

const file = { name: 'users.csv', size: 12_345_678, lastModified: 1_700_000_000_000 }
const identity = { userId: 'u', call: 'parameterFile.upload', projectId: 'p', file }

test('an upload is found again only by the same file, account, call and project, until it expires', () => {
  const storage = memoryStorage()
  let at = 0
  const memory = createUploadMemory(storage, () => at)
  const id = randomUUID()
  memory.remember(identity, id)
  expect(createUploadMemory(storage, () => at).recall({ ...identity, file: { ...file } })).toBe(id)
  const others = [
    { ...identity, userId: 'v' },
    { ...identity, call: 'attachment.upload' },
    { ...identity, projectId: null },
    { ...identity, file: { ...file, size: 1 } },
    { ...identity, file: { ...file, lastModified: 1 } },
    { ...identity, file: { ...file, name: 'x' } },
  ]
  for (const other of others) expect(memory.recall(other)).toBeNull()
  at = uploadLifeMs
  expect(memory.recall(identity)).toBeNull()
  memory.remember({ ...identity, userId: 'v' }, id)
  expect(storage.length).toBe(1)
})

test('entries of other formats in the storage are ignored', () => {
  const storage = memoryStorage()
  const memory = createUploadMemory(storage, () => 0)
  memory.remember(identity, randomUUID())
  storage.setItem(storage.key(0) ?? '', '{"id":"../x","at":0}')
  expect(memory.recall(identity)).toBeNull()
})
