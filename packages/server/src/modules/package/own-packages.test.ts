import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalFileStore } from '../../adapters/files/file-store.ts'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { testTarGz } from './content/test-archives.ts'
import { createOwnPackages } from './own-packages.ts'
import { createPackageRepository } from './package.repository.ts'
import { keyOfPackage } from './package-names.ts'

let server: TestServer
let folder = ''
beforeAll(async () => {
  server = await createTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pone-own-packages-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Makes bundles as the command line does, but of next to nothing; notes each call in the file `calls`. */
const bundler = `
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
const [, , , kind, ...rest] = process.argv
appendFileSync(new URL('calls', import.meta.url), kind + ' ' + rest[0] + '\\n')
const build = readFileSync(new URL('build', import.meta.url), 'utf8')
if (rest[0] === '--build') console.log(build)
else {
  const target = rest[1] + '/' + kind + '.tar.gz'
  copyFileSync(new URL(kind + '-' + build[0], import.meta.url), target)
  console.log(target)
}
`

async function writeBundles(digit: string): Promise<void> {
  for (const [kind, type, architecture] of [
    ['agent', 'Agent', 'x64'],
    ['pr', 'PR', 'any'],
  ] as const) {
    const content = `${type} ${digit}`
    const manifest = {
      format: 1,
      type,
      version: '3.0.0',
      system: 'linux',
      architecture,
      build: digit.repeat(64),
      nodeVersion: null,
      files: [
        {
          path: 'a',
          sizeBytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          isExecutable: false,
        },
      ],
      links: [],
    }
    const archive = testTarGz([
      { path: 'pone/manifest.json', content: JSON.stringify(manifest) },
      { path: 'pone/a', content },
    ])
    await writeFile(join(folder, `${kind}-${digit}`), archive)
  }
  await writeFile(join(folder, 'build'), digit.repeat(64))
}

test('the packages of this version are made once, and again when its sources have changed', async () => {
  await writeFile(join(folder, 'bundler.mjs'), bundler)
  const repository = createPackageRepository(server.database)
  const files = createLocalFileStore(join(folder, 'store'))
  let number = 0
  const open = () =>
    createOwnPackages({
      bundler: join(folder, 'bundler.mjs'),
      repository,
      files,
      folder,
      now: () => server.now(),
      newId: () => `00000000-0000-4000-8000-${String((number += 1)).padStart(12, '0')}`,
      warn: (text, cause) => {
        throw new Error(text, { cause })
      },
    })
  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')

  await writeBundles('1')
  const first = open()
  expect(first.begin()).toBe(true)
  await Promise.all([first.ready(), first.ready()])
  expect(first.begin()).toBe(false)
  expect(await calls()).toEqual(['agent --build', 'agent --out', 'pr --build', 'pr --out'])
  const [agent] = await repository.ofType('Agent')
  expect(agent).toMatchObject({ version: '3.0.0', uploaded_by: null, own_build: '1'.repeat(64) })

  // The next start finds them made.
  await open().ready()
  expect((await calls()).slice(4)).toEqual(['agent --build', 'pr --build'])

  await writeBundles('2')
  await open().ready()
  const [renewed, ...others] = await repository.ofType('Agent')
  expect(others).toEqual([])
  expect(renewed).toMatchObject({ own_build: '2'.repeat(64) })
  const stored = await buffer(files.open(keyOfPackage(renewed?.id ?? '')))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(renewed?.sha256)
  await expect(buffer(files.open(keyOfPackage(agent?.id ?? '')))).rejects.toThrow('ENOENT')
})
