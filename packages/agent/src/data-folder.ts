/** The agent's own folder: made, closed to others, and used by one agent process at a time. */
import { chmod, mkdir } from 'node:fs/promises'
import { lockFolder } from './machine/folder-lock.ts'

/** Makes it the working folder too. Resolves with what gives the folder free. @throws Error when another agent uses it */
export async function takeDataFolder(dataFolder: string): Promise<() => Promise<void>> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  // One that was there before may be open to others; a volume of another owner stays as it is.
  // Java under an account of its own has to reach its run's folder below; nothing can be listed.
  await chmod(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700).catch(() => undefined)
  // The folder that the agent was started in may be removed later; Java does not start in a removed one.
  process.chdir(dataFolder)
  return lockFolder(dataFolder)
}
