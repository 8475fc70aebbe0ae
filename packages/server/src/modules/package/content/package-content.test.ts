import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BundleManifest, PackageType } from '@pone/contract/entities/package.ts'
import { AppError } from '@pone/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookInto } from './package-content.ts'
import {
  arthasEntries,
  jmeterEntries,
  type TestEntry,
  testJar,
  testTar,
  testTarGz,
  testZip,
} from './test-archives.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-packages-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function look(type: PackageType, fileName: string, content: Buffer) {
  const path = join(folder, 'upload')
  await writeFile(path, content)
  return lookInto(type, path, fileName)
}
async function refusal(type: PackageType, fileName: string, content: Buffer): Promise<unknown> {
  const cause: unknown = await look(type, fileName, content).then(
    () => null,
    (error: unknown) => error,
  )
  return cause instanceof AppError ? cause.params['detail'] : cause
}

describe('JMeter', () => {
  test.each([
    ['apache-jmeter-5.6.3.tgz', testTarGz(jmeterEntries('5.6.3'))],
    ['apache-jmeter-5.6.3.zip', testZip(jmeterEntries('5.6.3').filter(entry => entry.type !== 'Directory'))],
  ])('of %s tells its version', async (name, content) => {
    expect(await look('JMeter', name, content)).toEqual({ version: '5.6.3', manifest: null })
  })

  test('without a folder around it is known too', async () => {
    const bare = jmeterEntries('5.6.3')
      .slice(1)
      .map(entry => ({ ...entry, path: entry.path.replace(/^[^/]+\//, '') }))
    expect((await look('JMeter', 'jmeter.tar.gz', testTarGz(bare))).version).toBe('5.6.3')
  })

  test('is not any archive that merely holds jars', async () => {
    const parts = jmeterEntries('5.6.3')
    expect(await refusal('JMeter', 'x.tgz', testTarGz(parts.slice(0, 3)))).toBe('packageNotJMeter')
    expect(await refusal('JMeter', 'x.tgz', testTarGz(parts.slice(2)))).toBe('packageNotJMeter')
    expect(await refusal('JMeter', 'x.zip', testZip(arthasEntries('4.0.5')))).toBe('packageNotJMeter')
  })
})

describe('Arthas', () => {
  test('as zip and as boot jar tells its version', async () => {
    expect((await look('Arthas', 'arthas.zip', testZip(arthasEntries('4.0.5')))).version).toBe('4.0.5')
    const boot = testJar('4.0.5', [{ path: 'com/taobao/arthas/boot/Bootstrap.class', content: 'x' }])
    expect((await look('Arthas', 'arthas-boot.jar', boot)).version).toBe('4.0.5')
    expect(await refusal('Arthas', 'other.jar', testJar('1.0'))).toBe('packageNotArthas')
  })
})

describe('a bundle', () => {
  const content = 'console.log(1)\n'
  const manifest = (change: Partial<BundleManifest> = {}): BundleManifest => ({
    format: 1,
    type: 'PR',
    version: '1.2.3',
    system: 'linux',
    architecture: 'any',
    build: '0'.repeat(64),
    nodeVersion: null,
    files: [
      {
        path: 'a.js',
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        isExecutable: false,
      },
    ],
    links: [{ path: 'node_modules/a', target: '../packages/a' }],
    ...change,
  })
  const bundle = (of: BundleManifest, more: TestEntry[] = []) =>
    testTarGz([
      { path: 'pone/manifest.json', content: JSON.stringify(of) },
      { path: 'pone/a.js', content },
      { path: 'pone/node_modules/a', target: '../packages/a' },
      ...more,
    ])

  test('is held against its manifest', async () => {
    expect(await look('PR', 'pone.tar.gz', bundle(manifest()))).toEqual({
      version: '1.2.3',
      manifest: manifest(),
    })
  })

  test.each([
    ['of another type', bundle(manifest({ type: 'Agent' })), 'packageNotBundle'],
    ['without a manifest', testTarGz([{ path: 'pone/a.js', content }]), 'packageNotBundle'],
    ['with a file too many', bundle(manifest(), [{ path: 'pone/b.js', content }]), 'packageBundleDamaged'],
    ['with a file too few', bundle(manifest({ files: [] })), 'packageBundleDamaged'],
    ['with another link', bundle(manifest({ links: [] })), 'packageBundleDamaged'],
    [
      'with a changed file',
      bundle(
        manifest({
          files: [{ path: 'a.js', sizeBytes: content.length, sha256: '1'.repeat(64), isExecutable: false }],
        }),
      ),
      'packageBundleDamaged',
    ],
  ])('%s is refused', async (_what, bytes, detail) => {
    expect(await refusal('PR', 'pone.tar.gz', bytes)).toBe(detail)
  })
})

describe('a hostile archive', () => {
  const good = jmeterEntries('5.6.3')
  const inTar = (entry: TestEntry) => testTarGz([...good, entry])
  const inZip = (entry: TestEntry) => testZip([...good.slice(1), entry])
  const bomb = testTar(good)

  test.each([
    [
      'a path above the folder in a tar',
      'x.tgz',
      inTar({ path: '../evil', content: 'x' }),
      'packageLeavesFolder',
    ],
    ['an absolute path in a tar', 'x.tgz', inTar({ path: '/etc/evil', content: 'x' }), 'packageLeavesFolder'],
    [
      'a link out of the folder',
      'x.tgz',
      inTar({ path: 'a/evil', target: '../../etc' }),
      'packageLeavesFolder',
    ],
    ['an absolute link', 'x.tgz', inTar({ path: 'evil', target: '/etc/passwd' }), 'packageLeavesFolder'],
    [
      'a hard link',
      'x.tgz',
      inTar({ path: 'evil', target: 'bin/jmeter', type: 'Link' }),
      'packageSpecialFile',
    ],
    ['a device', 'x.tgz', inTar({ path: 'evil', type: 'CharacterDevice' }), 'packageSpecialFile'],
    [
      'a path above the folder in a zip',
      'x.zip',
      inZip({ path: '../evil', content: 'x' }),
      'packageNotArchive',
    ],
    ['a link in a zip', 'x.zip', inZip({ path: 'evil', target: '/etc/passwd' }), 'packageSpecialFile'],
    ['a file of 5 GiB', 'x.tgz', inTar({ path: 'evil', sizeBytes: 5 * 1024 ** 3 }), 'packageTooLarge'],
    ['a cut tar', 'x.tgz', testTarGz(good).subarray(0, -20), 'packageNotArchive'],
    ['a cut file in a tar', 'x.tgz', gzipSync(bomb.subarray(0, 1_100)), 'packageNotArchive'],
    ['a cut zip', 'x.zip', testZip(good.slice(1)).subarray(0, -30), 'packageNotArchive'],
    ['a text called tar.gz', 'x.tar.gz', Buffer.from('hello'), 'packageNotArchive'],
    ['a text called zip', 'x.zip', Buffer.from('hello'), 'packageNotArchive'],
    ['a zip called tar.gz', 'x.tar.gz', testZip(good.slice(1)), 'packageNotArchive'],
    ['text in a gzip', 'x.tar.gz', gzipSync('hello '.repeat(1_000)), 'packageNotArchive'],
  ])('with %s is refused', async (_what, name, content, detail) => {
    expect(await refusal('JMeter', name, content)).toBe(detail)
  })

  test('of too many files is refused without reading all of them', async () => {
    const many = testTar([{ path: 'x/', type: 'Directory' }]).subarray(0, 512)
    const blocks = Buffer.alloc(512 * 50_001)
    for (let index = 0; index < 50_001; index += 1) many.copy(blocks, index * 512)
    expect(await refusal('JMeter', 'x.tgz', gzipSync(blocks, { level: 1 }))).toBe('packageTooLarge')
  })
})
