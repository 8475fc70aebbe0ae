/** Copies what an agent needs, with its Node, into a folder that every account may read: a checkout may be in the home of root. For the tests of the second wall. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url))
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })

/** Path of the same program in the copy, and the Node that runs it. */
export function copyForAll(folder: string, program: string): { node: string; program: string } {
  const copied = new Set<string>()
  const copy = (name: string) => {
    if (copied.has(name)) return
    copied.add(name)
    const from = join(checkout, 'node_modules', name)
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    if (name.startsWith('@pone/')) {
      // Node does not strip types below node_modules.
      const own = join(folder, 'packages', basename(name))
      cpSync(realpathSync(from), own, { recursive: true })
      symlinkSync(own, link)
    } else cpSync(from, link, { recursive: true })
    const manifest: unknown = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
    for (const each of Object.keys(manifestSchema.parse(manifest).dependencies)) copy(each)
  }
  copy('@pone/agent')
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  chmodSync(folder, 0o755)
  return { node, program: join(folder, program.slice(checkout.length)) }
}
