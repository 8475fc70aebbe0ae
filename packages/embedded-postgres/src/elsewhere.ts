/** Places under /var/lib/pone for databases whose own folder only root may enter. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/** Where root puts what its unprivileged database user must reach. */
export const systemFolder = '/var/lib/pone'
/** File that tells from where a place is linked. */
const originFile = 'linked-from'

/** Makes `dataDir`, which must not exist, a link to a fresh place. */
export async function linkElsewhere(dataDir: string): Promise<void> {
  await removeAbandoned()
  const place = join(systemFolder, `database-${randomUUID()}`)
  // The link comes first, so that nobody who clears up meanwhile finds a place without one.
  await symlink(place, dataDir)
  await mkdir(place, { recursive: true, mode: 0o755 })
  await chmod(systemFolder, 0o755)
  await writeFile(join(place, originFile), dataDir)
}

/** Removes what temporary folders have left behind once they are gone; others may be on a disk that is only absent today. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(systemFolder).catch(() => [])
  for (const name of names.filter(each => each.startsWith('database-'))) {
    const place = join(systemFolder, name)
    const origin = await readFile(join(place, originFile), 'utf8').catch(() => undefined)
    if (origin === undefined || !origin.startsWith(tmpdir() + sep)) continue
    const target = await realpath(origin).catch(() => undefined)
    if (target !== place) await rm(place, { recursive: true, force: true })
  }
}
