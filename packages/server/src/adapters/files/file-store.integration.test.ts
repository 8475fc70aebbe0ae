import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalFileStore } from './file-store.ts'

describe('local file store', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pone-files-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('keeps a file under its key and gives back ranges of it', async () => {
    const store = createLocalFileStore(join(folder, 'store'))
    const source = join(folder, 'source')
    await writeFile(source, 'account,password')
    await store.put('a/b', source)
    expect(await text(store.open('a/b'))).toBe('account,password')
    expect(await text(store.open('a/b', { start: 0, end: 6 }))).toBe('account')
    await store.delete('a/b')
    await store.delete('a/b')
    await expect(text(store.open('a/b'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses keys that leave its folder', async () => {
    const store = createLocalFileStore(join(folder, 'store'))
    const secret = join(folder, 'secret')
    await writeFile(secret, 'mine')
    expect(() => store.open('../secret')).toThrow(RangeError)
    await expect(async () => store.delete('../secret')).rejects.toThrow(RangeError)
    expect(await readFile(secret, 'utf8')).toBe('mine')
  })
})
