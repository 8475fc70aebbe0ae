/** Tells by its content what an upload is: JMeter, Arthas, or a bundle of ours, of which version and for which machines. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  type BundleManifest,
  bundleManifestSchema,
  type PackageType,
} from '@pone/contract/entities/package.ts'
import { readArchive } from './archive.ts'
import { refuse } from './archive-entry.ts'
import { readFromZip } from './walk-zip.ts'

export interface PackageContent {
  /** Null when the content does not say. */
  readonly version: string | null
  /** Of a bundle of ours. */
  readonly manifest: BundleManifest | null
}

const largestJarBytes = 32 * 1024 ** 2
const largestManifestBytes = 8 * 1024 ** 2
const jarManifest = /^META-INF\/MANIFEST\.MF$/
const mavenProperties = /^META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/

/** @throws AppError FileContentRefused when it is not a usable package of this type */
export async function lookInto(type: PackageType, path: string, fileName: string): Promise<PackageContent> {
  switch (type) {
    case 'JMeter':
      return lookIntoJMeter(path, fileName)
    case 'Arthas':
      return lookIntoArthas(path, fileName)
    case 'Agent':
    case 'PR':
      return lookIntoBundle(type, path, fileName)
  }
}

async function lookIntoJMeter(path: string, fileName: string): Promise<PackageContent> {
  let root: string | null = null
  let jar: Buffer | null = null
  const libraries = new Set<string>()
  await readArchive(path, fileName, async (entry, open) => {
    if (entry.kind !== 'file') return
    const [, before = '', folder = '', name = ''] =
      /^((?:[^/]+\/)?)(bin|lib)\/([^/]+\.jar)$/.exec(entry.path) ?? []
    if (folder === 'lib') libraries.add(before)
    if (folder !== 'bin' || name !== 'ApacheJMeter.jar') return
    root = before
    if (entry.sizeBytes <= largestJarBytes) jar = await buffer(await open())
  })
  if (root === null || !libraries.has(root)) throw refuse('packageNotJMeter')
  const named = /^apache-jmeter-(.+)\/$/.exec(root)?.[1] ?? null
  return { version: (jar === null ? null : await versionOfJar(jar)) ?? named, manifest: null }
}

async function lookIntoArthas(path: string, fileName: string): Promise<PackageContent> {
  const seen = new Set<string>()
  let boot: Buffer | null = null
  await readArchive(path, fileName, async (entry, open) => {
    const name = entry.path.replace(/^.*\//, '')
    if (entry.kind === 'file') seen.add(name)
    if (name === 'arthas-boot.jar' && entry.sizeBytes <= largestJarBytes) boot = await buffer(await open())
  })
  if (seen.has('arthas-boot.jar') && seen.has('arthas-core.jar')) {
    const named = /(\d+\.\d+\.\d+)/.exec(fileName)?.[1] ?? null
    return { version: (boot === null ? null : await versionOfJar(boot)) ?? named, manifest: null }
  }
  // The boot jar itself; its main class has this name since the first version.
  if (!/\.jar$/i.test(fileName) || !seen.has('Bootstrap.class')) throw refuse('packageNotArthas')
  return { version: await versionOfJar(await readFile(path)), manifest: null }
}

async function lookIntoBundle(type: 'Agent' | 'PR', path: string, fileName: string): Promise<PackageContent> {
  let manifest: BundleManifest | null = null
  const tops = new Set<string>()
  const found = new Map<string, { sizeBytes: number; sha256: string }>()
  const links = new Map<string, string>()
  await readArchive(path, fileName, async (entry, open) => {
    const [, top = '', inner = ''] = /^([^/]+)\/(.*)$/.exec(entry.path) ?? []
    tops.add(top)
    if (entry.kind === 'link') links.set(inner, entry.target)
    if (entry.kind !== 'file') return
    if (inner === 'manifest.json' && entry.sizeBytes <= largestManifestBytes) {
      manifest = parseManifest(await text(await open()))
      return
    }
    const hash = createHash('sha256')
    await pipeline(await open(), hash)
    found.set(inner, { sizeBytes: entry.sizeBytes, sha256: hash.digest('hex') })
  })
  const known = manifest as BundleManifest | null
  if (known === null || known.type !== type || tops.size !== 1) throw refuse('packageNotBundle')
  const isWhole =
    found.size === known.files.length &&
    links.size === known.links.length &&
    known.links.every(link => links.get(link.path) === link.target) &&
    known.files.every(file => {
      const there = found.get(file.path)
      return there?.sizeBytes === file.sizeBytes && there.sha256 === file.sha256
    })
  if (!isWhole) throw refuse('packageBundleDamaged')
  return { version: known.version, manifest: known }
}

function parseManifest(content: string): BundleManifest | null {
  try {
    return bundleManifestSchema.parse(JSON.parse(content))
  } catch {
    return null
  }
}

async function versionOfJar(jar: Buffer): Promise<string | null> {
  const texts = await readFromZip(jar, [jarManifest, mavenProperties]).catch(() => new Map<string, string>())
  for (const content of texts.values()) {
    const version = /^(?:Implementation-Version: |version=)\s*(\d[^\r\n]*)/m.exec(content)?.[1]?.trim()
    if (version !== undefined) return version
  }
  return null
}

/** Checksum of a file on this disk, in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
