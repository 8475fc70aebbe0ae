/** The files that a source imports at run time. */
import { posix } from 'node:path'
import { importedPath, importsIn } from './imports.ts'
import type { PathIndex } from './path-index.ts'
import type { TreeFile } from './tree.ts'

/** Type-only imports are left out: they are erased at run time, and the check of types covers them. */
export function importedBy({ path, text }: TreeFile, index: PathIndex): string[] {
  const targets = importsIn(text).flatMap(({ target, isTypeOnly }) => (isTypeOnly ? [] : [target]))
  return targets.flatMap(target => {
    const made = /^virtual:([\w-]+)$/.exec(target)?.[1]
    // Evaluated by a plugin of the web, which is called like its module.
    if (made !== undefined) return index.at(`packages/web/build/${made}.ts`)
    const imported = importedPath(path, target.replace(/[?#].*$/, ''))
    return imported === undefined ? [] : index.at(posix.normalize(imported))
  })
}
