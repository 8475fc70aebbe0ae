/**
 * Links a local run's files into its folder under their checksums, as on an agent, so that its workers share the index
 * of a parameter file and no index is left beside the file itself.
 */
import { createHash } from 'node:crypto'
import { stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Paths in the folder by file id; where no link can be created, the original path. */
export async function linkFiles(
  folder: string,
  filePaths: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const links = await Promise.all(
    Object.entries(filePaths).map(async ([id, path]) => [id, await linkOf(folder, resolve(path))] as const),
  )
  return Object.fromEntries(links)
}

async function linkOf(folder: string, path: string): Promise<string> {
  const facts = await stat(path).catch(() => null)
  // A missing file is reported later by its own name.
  if (facts === null) return path
  const name = createHash('sha256').update(`${path}\n${facts.size}\n${facts.mtimeMs}`).digest('hex')
  const link = join(folder, name)
  try {
    await symlink(path, link)
  } catch (error) {
    // Another id may refer to the same file.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return path
  }
  return link
}
