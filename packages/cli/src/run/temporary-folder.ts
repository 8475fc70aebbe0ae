/** The folder of a run's spools and sample logs, and the removal of folders whose process was killed. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'

const keepMs = 24 * 3_600_000
const namePattern = /^pone-run-(\d+)-[A-Za-z0-9]{6}$/

/**
 * Creates one for this process, after deleting those that dead processes left more than a day ago. @throws the system's
 * error
 */
export async function createFolder(parent: string): Promise<string> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const pid = namePattern.exec(name)?.[1]
    if (pid === undefined || (await isProcessAlive(Number(pid)))) continue
    const path = join(parent, name)
    const facts = await stat(path).catch(() => null)
    const isOld = facts !== null && facts.mtimeMs < Date.now() - keepMs
    // Another user's folders cannot be removed and are kept.
    if (isOld) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtemp(join(parent, `pone-run-${process.pid}-`))
}
