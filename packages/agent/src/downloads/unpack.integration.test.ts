import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackArchive } from './unpack.ts'

interface Entry {
  readonly path: string
  readonly content?: string
  readonly linkpath?: string
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'FIFO'
  readonly mode?: number
}

function tar(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ path, content = '', linkpath, type = 'File', mode = 0o644 }) => {
    const head = Buffer.alloc(512)
    new Header({
      path,
      mode,
      type,
      size: content.length,
      mtime: new Date(0),
      ...(linkpath === undefined ? {} : { linkpath }),
    }).encode(head)
    return [head, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1_024)])
}

let folder = ''
let outside = ''
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'pone-unpack-'))
  folder = join(outside, 'inside')
})
afterEach(() => rm(outside, { recursive: true, force: true }))

async function unpack(content: Buffer, name = 'package.tar.gz'): Promise<void> {
  const path = join(outside, 'archive')
  await writeFile(path, content)
  await unpackArchive(path, name, folder)
}

test('files, modes and links inside the folder are as they were packed', async () => {
  await unpack(
    gzipSync(
      tar([
        { path: 'a/bin/run', content: '#!/bin/sh\n', mode: 0o755 },
        { path: 'a/data', content: 'text' },
        { path: 'a/deep/link', linkpath: '../data', type: 'SymbolicLink' },
      ]),
    ),
  )
  expect(await readFile(join(folder, 'a', 'deep', 'link'), 'utf8')).toBe('text')
  expect(await readlink(join(folder, 'a', 'deep', 'link'))).toBe('../data')
  expect((await stat(join(folder, 'a', 'bin', 'run'))).mode & 0o111).not.toBe(0)
  expect((await stat(join(folder, 'a', 'data'))).mode & 0o111).toBe(0)
})

test.each<[string, Entry[]]>([
  ['climbs out', [{ path: '../evil', content: 'x' }]],
  ['is absolute', [{ path: '/tmp/pone-evil', content: 'x' }]],
  ['is a link that leads out', [{ path: 'evil', linkpath: '../..', type: 'SymbolicLink' }]],
  [
    'goes through a link that leads out',
    [
      { path: 'a/way', linkpath: '../..', type: 'SymbolicLink' },
      { path: 'a/way/evil', content: 'x' },
    ],
  ],
  ['is a hard link', [{ path: 'evil', linkpath: 'a', type: 'Link' }]],
  ['is a pipe', [{ path: 'evil', type: 'FIFO' }]],
])('what %s is refused', async (_what, entries) => {
  await expect(unpack(gzipSync(tar([{ path: 'a', content: 'x' }, ...entries])))).rejects.toMatchObject({
    name: 'UnpackFailure',
  })
  expect((await readdir(outside)).toSorted()).toEqual(['archive', 'inside'])
})

test.each([
  ['text', 'package.tar.gz', Buffer.from('hello')],
  ['text', 'package.zip', Buffer.from('hello')],
  [
    'half an archive',
    'package.tar.gz',
    gzipSync(tar([{ path: 'a', content: 'x'.repeat(5_000) }])).subarray(0, 60),
  ],
])('%s called %s is refused', async (_what, name, content) => {
  await expect(unpack(content, name)).rejects.toMatchObject({ name: 'UnpackFailure' })
})
