/** Lets a local run's files lie in its folder under checksums, as on an agent, so that its workers share the index of a parameter file and none is left beside the file itself. */
import { createHash } from 'node:crypto'
import { stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Paths in the folder by file id; where a link cannot be made, the path as it was. */
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
  // What is missing is better complained of by its own name.
  if (facts === null) return path
  const name = createHash('sha256').update(`${path}\n${facts.size}\n${facts.mtimeMs}`).digest('hex')
  const link = join(folder, name)
  try {
    await symlink(path, link)
  } catch (error) {
    // Another id may stand for the same file.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return path
  }
  return link
}
