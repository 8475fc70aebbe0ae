/** Reads an uploaded archive entry by entry without unpacking it; what is hostile or broken ends the reading with an error. */
import { leavesFolder, linkLeavesFolder } from '@pone/contract/archive-path.ts'
import { AppError } from '@pone/contract/errors.ts'
import { maxPackageEntries, maxUnpackedBytes } from '@pone/schema/limits.ts'
import { refuse, type Visit } from './archive-entry.ts'
import { walkTar } from './walk-tar.ts'
import { walkZip } from './walk-zip.ts'

/** @throws AppError FileContentRefused */
export async function readArchive(path: string, fileName: string, visit: Visit): Promise<void> {
  const guarded = guard(visit)
  try {
    if (/\.(zip|jar)$/i.test(fileName)) await walkZip(path, guarded)
    else await walkTar(path, guarded)
  } catch (cause) {
    throw cause instanceof AppError ? cause : refuse('packageNotArchive', cause)
  }
}

function guard(visit: Visit): Visit {
  let entries = 0
  let bytes = 0
  return async (entry, open) => {
    entries += 1
    bytes += entry.sizeBytes
    if (leavesFolder(entry.path)) throw refuse('packageLeavesFolder')
    if (entry.kind === 'link' && linkLeavesFolder(entry.path, entry.target))
      throw refuse('packageLeavesFolder')
    if (entry.kind === 'other') throw refuse('packageSpecialFile')
    if (entries > maxPackageEntries || bytes > maxUnpackedBytes) throw refuse('packageTooLarge')
    await visit(entry, open)
  }
}
