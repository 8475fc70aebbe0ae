/** A file without a name: it is gone from the disk when it is closed, or when this process ends in whatever way. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** To be written and read. @param folder that exists @throws the error of the file system */
export async function unnamedFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `pone-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
