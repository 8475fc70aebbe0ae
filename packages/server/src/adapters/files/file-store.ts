/** Storage of uploads: a local folder behind a small interface, so that another storage can replace it. */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

export interface FileStore {
  /** Moves the file at `sourcePath` into the store under this key. */
  put(key: string, sourcePath: string): Promise<void>
  /** Bytes from `start` (inclusive) to `end` (inclusive); all of it without them. The stream fails with ENOENT when there is no such file. */
  open(key: string, range?: { start: number; end: number }): Readable
  /** Local path of the file, for threads that read it themselves. */
  pathOf(key: string): string
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>
}

/** A store in a local folder; keys are relative paths and cannot leave it. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder)
  const pathOf = (key: string): string => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new RangeError(`A file key leaves the store: ${key}`)
    return path
  }
  return {
    async put(key, sourcePath) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const incoming = `${path}.incoming`
      // A rename cannot cross file systems, so the file may have to be copied first.
      await rename(sourcePath, incoming).catch(() => copyFile(sourcePath, incoming))
      await rename(incoming, path)
    },
    pathOf,
    open: (key, range) => createReadStream(pathOf(key), range),
    delete: key => rm(pathOf(key), { force: true }),
  }
}
