/** Writes the archive of a bundle: the same content always gives the same bytes. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BundleManifest } from '@pone/contract/entities/package.ts'
import { create } from 'tar'
import type { BundleContent, BundleFile } from './bundle-content.ts'

/** Unix time zero would make some tools print warnings. */
const entryTime = new Date('2020-01-01T00:00:00Z')

export interface BundleFacts
  extends Pick<BundleManifest, 'type' | 'version' | 'system' | 'architecture' | 'nodeVersion'> {
  readonly content: BundleContent
}

/** Name of the bundle's folder; its archive is called the same with `.tar.gz`. */
export const bundleName = ({ type, version, system, architecture }: Omit<BundleFacts, 'content'>): string =>
  `pone-${type.toLowerCase()}-${version}-${system}-${architecture}`

/** The facts of a bundle without writing it; the runtime counts by its version, not by its bytes. */
export async function buildOf({ content, ...facts }: BundleFacts): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const file of content.files) {
    hash.update(`\0${file.path}\0`)
    if (!file.path.startsWith('runtime/')) hash.update(await read(file))
  }
  return hash.update(JSON.stringify(content.links)).digest('hex')
}

/** Writes the archive to `target`, completely or not at all. `level` is gzip's, 1 to 9. */
export async function writeBundle(
  facts: BundleFacts,
  target: string,
  level: number,
): Promise<BundleManifest> {
  const { content, ...rest } = facts
  const build = await buildOf(facts)
  const stage = await mkdtemp(join(dirname(target), '.bundle-'))
  const name = bundleName(facts)
  const root = join(stage, name)
  try {
    const files: BundleManifest['files'] = []
    for (const file of content.files) files.push(await put(root, file))
    for (const { path, target: to } of content.links) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await symlink(to, join(root, path))
    }
    const manifest: BundleManifest = { format: 1, ...rest, build, files, links: [...content.links] }
    await writeFile(join(root, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o644 })
    const order = [
      'manifest.json',
      ...files.map(({ path }) => path),
      ...content.links.map(({ path }) => path),
    ]
    const side = join(stage, basename(target))
    await create(
      { cwd: stage, file: side, gzip: { level }, portable: true, mtime: entryTime, noDirRecurse: true },
      order.map(path => `${name}/${path}`),
    )
    await rename(side, target)
    return manifest
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function put(root: string, file: BundleFile): Promise<BundleManifest['files'][number]> {
  const target = join(root, file.path)
  await mkdir(dirname(target), { recursive: true })
  const content = Buffer.from(await read(file))
  await writeFile(target, content)
  await chmod(target, file.isExecutable ? 0o755 : 0o644)
  return {
    path: file.path,
    sizeBytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isExecutable: file.isExecutable,
  }
}

const read = async ({ from }: BundleFile): Promise<string | Buffer> =>
  'text' in from ? from.text : readFile(from.source)
