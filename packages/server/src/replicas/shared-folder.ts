/** Marks the folder of uploads, so that servers can check whether they share it. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const markName = '.pone-folder'

/** Answers the mark of the folder, which is made when missing. */
export async function markFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, markName)
  const mark = randomUUID()
  // A link is made at once or not at all: of two servers that start together one makes the mark, and both read it whole.
  const draft = `${path}.${mark}`
  await writeFile(draft, mark)
  await link(draft, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  await unlink(draft)
  return (await readFile(path, 'utf8')).trim()
}
