/** Files uploaded in pieces: a folder shared by all servers, with file names that cannot be chosen from outside. */
import { copyFile, link, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export interface GrowingFiles {
  create(id: string): Promise<void>
  /** Writes and syncs the bytes at the offset; false when the file is missing or shorter than the offset. */
  write(id: string, offsetBytes: number, bytes: Buffer): Promise<boolean>
  /** A second name (hard link or copy) of the complete file, which its user may move; null when there is no file of this size. */
  lend(id: string, claim: string, sizeBytes: number): Promise<string | null>
  /** The second name is no longer needed. */
  giveBack(path: string): Promise<void>
  /** Deletes the file and its second names; a missing file is not an error. */
  delete(id: string): Promise<void>
  /** Ids of files that were not modified since then. */
  untouchedSince(instant: number): Promise<string[]>
  /** Free space of the disk, bytes. */
  freeBytes(): Promise<number>
}

/** Second names start with the id too. */
const idOf = (fileName: string): string => fileName.split('.', 1)[0] ?? ''

export function createGrowingFiles(folder: string): GrowingFiles {
  const pathOf = (id: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new RangeError('The id of a growing file is a UUID.')
    return join(folder, id)
  }
  const namesOf = async (): Promise<string[]> => readdir(folder).catch(unlessMissing([]))
  return {
    async create(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await (await open(pathOf(id), 'wx', 0o600)).close()
    },
    async write(id, offsetBytes, bytes) {
      const file = await open(pathOf(id), 'r+').catch(unlessMissing(null))
      if (file === null) return false
      try {
        if ((await file.stat()).size < offsetBytes) return false
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offsetBytes + done)
          done += bytesWritten
        }
        await file.datasync()
        return true
      } finally {
        await file.close()
      }
    },
    async lend(id, claim, sizeBytes) {
      const path = pathOf(id)
      const found = await stat(path).catch(unlessMissing(null))
      if (found?.size !== sizeBytes) return null
      const lent = `${path}.${claim}`
      // Not every shared file system supports hard links.
      await link(path, lent).catch(() => copyFile(path, lent))
      return lent
    },
    giveBack: path => rm(path, { force: true }),
    async delete(id) {
      await rm(pathOf(id), { force: true })
      for (const name of await namesOf())
        if (name.startsWith(`${id}.`)) await rm(join(folder, name), { force: true })
    },
    async untouchedSince(instant) {
      const ids = new Set<string>()
      for (const name of await namesOf()) {
        const found = await stat(join(folder, name)).catch(unlessMissing(null))
        if (found !== null && found.mtimeMs < instant) ids.add(idOf(name))
      }
      return [...ids]
    },
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

const unlessMissing =
  <T>(instead: T) =>
  (cause: NodeJS.ErrnoException): T => {
    if (cause.code === 'ENOENT') return instead
    throw cause
  }
