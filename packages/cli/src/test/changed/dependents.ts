/** What depends on each file of the tree: the imports and mentions of its sources, in the opposite direction. */
import { importedBy } from './imported-files.ts'
import { mentionsIn } from './mentions.ts'
import { PathIndex } from './path-index.ts'
import { isRead, sourceReaders } from './source-readers.ts'
import { textFilesNamed } from './text-keys.ts'
import type { TreeFile } from './tree.ts'

/** For the path of a file, those of the files that use it at run time. */
export type Dependents = ReadonlyMap<string, readonly string[]>

/** `gone` are paths that no longer exist, whose dependents are wanted nevertheless. */
export function dependentsIn(files: readonly TreeFile[], gone: readonly string[] = []): Dependents {
  const index = new PathIndex([...files.map(({ path }) => path), ...gone])
  const textFiles = textFilesNamed(files)
  const readers = new Set(sourceReaders(files))
  const dependents = new Map<string, string[]>()
  for (const file of files) {
    const mentions = [...mentionsIn(file, index)]
    // Sources that a test reads as text do not run in it.
    const running = readers.has(file.path) ? mentions.filter(path => !isRead(path)) : mentions
    const used = new Set([...importedBy(file, index), ...running, ...textFiles(file)])
    for (const path of used) {
      const known = dependents.get(path)
      if (known === undefined) dependents.set(path, [file.path])
      else known.push(file.path)
    }
  }
  return dependents
}
