/** The agent's own folder: created, closed to other accounts, and used by one agent process at a time. */
import { chmod, mkdir } from 'node:fs/promises'
import { lockFolder } from './machine/folder-lock.ts'

/**
 * Also makes it the working folder. Resolves with the function that releases the folder. @throws Error when another
 * agent uses it
 */
export async function takeDataFolder(dataFolder: string): Promise<() => Promise<void>> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  // An existing folder may be open to other accounts; a volume of another owner is left unchanged. Java under an
  // account of its own must reach its run's folder below; no folder can be listed.
  await chmod(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700).catch(() => undefined)
  // The folder that the agent was started in may be removed later; Java does not start in a removed one.
  process.chdir(dataFolder)
  return lockFolder(dataFolder)
}
