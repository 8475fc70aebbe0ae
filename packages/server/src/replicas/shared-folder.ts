/** Marks the folder of uploads with an id, so that servers can check whether they share it. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const markName = '.pone-folder'

/** Returns the id of the folder, which is created when missing. */
export async function markFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, markName)
  const mark = randomUUID()
  // Creating a link is atomic: of two servers that start together one creates the file, and both read it complete.
  const draft = `${path}.${mark}`
  await writeFile(draft, mark)
  await link(draft, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  await unlink(draft)
  return (await readFile(path, 'utf8')).trim()
}
