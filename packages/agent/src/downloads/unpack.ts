/**
 * Unpacks archives (tar, tar.gz, zip, jar) into a new folder; an entry outside of the folder, or a content larger than
 * any package, is refused before it is written.
 */

import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { leavesFolder, linkLeavesFolder } from '@pone/contract/archive-path.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { maxPackageEntries, maxUnpackedBytes } from '@pone/schema/limits.ts'
import { extract, type ReadEntry } from 'tar'
import { type Entry, openPromise } from 'yauzl'

/** The file is not an archive, is damaged, or is hostile. */
export class UnpackFailure extends Error {
  override readonly name = 'UnpackFailure'
}

/**
 * The kind of archive is derived from `fileName`. The folder is created; after a failure its content must not be used.
 * @throws UnpackFailure
 */
export async function unpackArchive(path: string, fileName: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  try {
    if (/\.(zip|jar)$/i.test(fileName)) await unpackZip(path, folder)
    else await unpackTar(path, folder)
  } catch (cause) {
    if (cause instanceof UnpackFailure) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    // Errors of the disk are not errors of the archive.
    if (/^(ENOSPC|EACCES|EROFS|EDQUOT|EIO)$/.test(code)) throw cause
    throw new UnpackFailure(errorText(cause), { cause })
  }
}

async function unpackTar(path: string, folder: string): Promise<void> {
  const budget = createBudget()
  let refusal: UnpackFailure | undefined
  const check = (entry: ReadEntry): boolean => {
    try {
      budget.take(entry.path, entry.size)
      const isLink = entry.type === 'SymbolicLink'
      if (isLink && linkLeavesFolder(entry.path, entry.linkpath ?? '/'))
        throw new UnpackFailure(toldCause('leavesFolder', { path: entry.path }))
      if (!isLink && !['File', 'OldFile', 'ContiguousFile', 'Directory'].includes(entry.type))
        throw new UnpackFailure(toldCause('notAFile', { path: entry.path }))
      return true
    } catch (cause) {
      refusal ??= cause instanceof UnpackFailure ? cause : new UnpackFailure(String(cause))
      return false
    }
  }
  await extract({
    file: path,
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (_path, entry) => refusal === undefined && 'linkpath' in entry && check(entry),
  })
  if (refusal !== undefined) throw refusal
}

async function unpackZip(path: string, folder: string): Promise<void> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true })
  const budget = createBudget()
  try {
    for await (const entry of zip.eachEntry()) {
      budget.take(entry.fileName, entry.uncompressedSize)
      const target = join(folder, entry.fileName)
      if (entry.fileName.endsWith('/')) {
        await mkdir(target, { recursive: true })
        continue
      }
      const mode = modeOf(entry)
      if (mode !== null && (mode & 0o170000) === 0o120000)
        throw new UnpackFailure(toldCause('isALink', { path: entry.fileName }))
      await mkdir(dirname(target), { recursive: true })
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o644 }))
      if (mode !== null && (mode & 0o111) !== 0) await chmod(target, 0o755)
    }
  } finally {
    zip.close()
  }
}

/** Mode of a file that was packed on Unix; null otherwise. */
const modeOf = ({ versionMadeBy, externalFileAttributes }: Entry): number | null =>
  versionMadeBy >>> 8 === 3 ? externalFileAttributes >>> 16 : null

function createBudget() {
  let entries = 0
  let bytes = 0
  return {
    take: (path: string, sizeBytes: number): void => {
      if (leavesFolder(path)) throw new UnpackFailure(toldCause('leavesFolder', { path }))
      entries += 1
      bytes += sizeBytes
      if (entries > maxPackageEntries) throw new UnpackFailure(toldCause('archiveTooManyFiles'))
      if (bytes > maxUnpackedBytes) throw new UnpackFailure(toldCause('tooLargeUnpacked'))
    },
  }
}
