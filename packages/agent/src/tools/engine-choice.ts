/** The load engine for new runs: the one of an installed PR package that has been started, else the agent's own. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedPath, parseInstalled } from '../installed/tool-store.ts'

/** Path of the workers' program in a PR package. */
const entryInPackage = join('packages', 'engine', 'src', 'worker', 'main.ts')

/** Called at each fork, so that a change applies to the next run. */
export function createEngineChoice(dataFolder: string, ownEngine: string): () => string {
  return () => {
    const used = parseInstalled(readList(dataFolder)).find(each => each.tool === 'PR' && each.isUsed)
    const program = used === undefined ? ownEngine : join(used.path, entryInPackage)
    return existsSync(program) ? program : ownEngine
  }
}

function readList(dataFolder: string): string {
  try {
    return readFileSync(installedPath(dataFolder), 'utf8')
  } catch {
    return ''
  }
}
