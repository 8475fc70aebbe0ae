/** Prevents two agents from using one data folder: a lock file names its owner, and a dead owner's lock is replaced. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, isRunning, processIdentitySchema } from '../processes/process-table.ts'

/** Returns the function that releases the folder. @throws Error when a living agent owns the folder. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'agent.lock')
  const own = JSON.stringify((await identifyProcess(process.pid)) ?? { pid: process.pid, startTicks: 0 })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(path, own, { flag: 'wx', mode: 0o600 })
      return () => rm(path, { force: true })
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
      const owner = await readOwner(path)
      if (owner !== null && (await isRunning(owner))) {
        throw new Error(`Another agent (process ${owner.pid}) already uses the folder ${folder}`)
      }
      await rm(path, { force: true })
    }
  }
  throw new Error(`The folder ${folder} cannot be locked`)
}

async function readOwner(path: string) {
  try {
    return processIdentitySchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}
