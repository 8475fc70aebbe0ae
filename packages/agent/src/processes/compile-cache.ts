/** Where the compiled code of engine processes is kept between them: loading it takes a third of the time that compiling takes. */
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary folder of this account alone, shared by its agents and created if necessary: its content is executed,
 * so a folder that other accounts own or may write to is not used. An empty result means that nothing is kept.
 */
export function compileCache(parent: string = tmpdir()): { NODE_COMPILE_CACHE?: string } {
  const account = process.getuid?.() ?? 0
  const folder = join(parent, `pone-compiled-${account}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // A symbolic link, which another account may have created, is not accepted as the folder.
    const facts = lstatSync(folder)
    const isOurs = facts.isDirectory() && facts.uid === account && (facts.mode & 0o022) === 0
    return isOurs ? { NODE_COMPILE_CACHE: folder } : {}
  } catch {
    return {}
  }
}
