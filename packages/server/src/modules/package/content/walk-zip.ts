/** Walks through a zip or jar archive, and reads single files of one that lies in memory. */
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, openPromise } from 'yauzl'
import type { ArchiveEntry, Visit } from './archive-entry.ts'

const options = { autoClose: false, lazyEntries: true, strictFileNames: true } as const
const largestInnerBytes = 1024 ** 2

/** @throws what `visit` throws, and Error for what is no archive. */
export async function walkZip(path: string, visit: Visit): Promise<void> {
  const zip = await openPromise(path, options)
  try {
    for await (const entry of zip.eachEntry())
      await visit(describe(entry), () => zip.openReadStreamPromise(entry))
  } finally {
    zip.close()
  }
}

/** Texts of these files of an archive in memory, as far as they are there and not larger than 1 MiB. */
export async function readFromZip(
  archive: Buffer,
  paths: readonly RegExp[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const zip = await fromBufferPromise(archive, options)
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry
    if (uncompressedSize > largestInnerBytes || !paths.some(path => path.test(fileName))) continue
    found.set(fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  }
  return found
}

function describe(entry: Entry): ArchiveEntry {
  // The upper half are the mode bits when the archive was made on Unix.
  const mode = entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0
  const format = mode & 0o170000
  const isFolder = entry.fileName.endsWith('/')
  // A link's target is its content; nobody needs links in such archives.
  const isPlain = format === 0 || format === 0o100000 || format === 0o040000
  return {
    path: entry.fileName,
    sizeBytes: entry.uncompressedSize,
    kind: isFolder ? 'folder' : isPlain ? 'file' : 'other',
    target: '',
    isExecutable: (mode & 0o100) !== 0,
  }
}
