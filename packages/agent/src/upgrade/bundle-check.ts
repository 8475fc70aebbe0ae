/** Compares an unpacked bundle with its own manifest. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BundleManifest, bundleManifestSchema } from '@pone/contract/entities/package.ts'
import { CauseError } from '@pone/contract/told-cause.ts'

/** @throws CauseError that says what is wrong with the bundle in this folder. */
export async function checkBundle(folder: string): Promise<BundleManifest> {
  const manifest = await readManifest(folder)
  for (const { path, sizeBytes, sha256, isExecutable } of manifest.files) {
    const facts = await lstat(join(folder, path)).catch(() => null)
    if (facts?.isFile() !== true) throw new CauseError('fileMissingInPackage', { file: path })
    if (facts.size !== sizeBytes) throw new CauseError('fileSizeDiffers', { file: path })
    if (isExecutable && (facts.mode & 0o100) === 0) throw new CauseError('fileNotExecutable', { file: path })
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, path)), hash)
    if (hash.digest('hex') !== sha256) throw new CauseError('otherChecksum', { file: path, checksum: sha256 })
  }
  for (const { path, target } of manifest.links) {
    if ((await readlink(join(folder, path)).catch(() => '')) !== target)
      throw new CauseError('fileMissingInPackage', { file: path })
  }
  return manifest
}

/** @throws CauseError when it is invalid, Error when it is missing or no JSON. */
export async function readManifest(folder: string): Promise<BundleManifest> {
  const parsed = bundleManifestSchema.safeParse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  )
  if (!parsed.success) throw new CauseError('manifestUnreadable')
  return parsed.data
}
