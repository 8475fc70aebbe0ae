/** Marks the folder of uploads, so that servers can tell whether they share it. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const markName = '.pone-folder'

/** Answers the mark of the folder, which is made when missing. */
export async function markFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, markName)
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  return (await readFile(path, 'utf8')).trim()
}
