/**
 * Tests that read sources as text. They list a folder of sources by its place, or import a script that does; a source
 * that they read is not among their imports.
 */
import { importedBy } from './imported-files.ts'
import { foldersIn } from './mentions.ts'
import { PathIndex } from './path-index.ts'
import { isTest } from './test-paths.ts'
import type { TreeFile } from './tree.ts'

const lists = /\b(?:readdir|readdirSync|glob|globSync|opendir)\(/
/** Product code that lists sources, such as the bundle, has tests that reach them by imports. */
const mayRead = (path: string): boolean => isTest(path) || /^(?:scripts|packages\/web\/build)\//.test(path)
/** Whether the file is of those that tests read as text. */
export const isRead = (path: string): boolean => /\.(?:tsx?|css)$/.test(path)

/** Sorted; empty unless a source or a style changed. */
export function readersFor(changed: readonly string[], files: readonly TreeFile[]): string[] {
  return changed.some(isRead) ? sourceReaders(files).filter(isTest) : []
}

/** Every test that reads sources as text, and the scripts by which they do, sorted. */
export function sourceReaders(files: readonly TreeFile[]): string[] {
  const index = new PathIndex(files.map(({ path }) => path))
  const candidates = files.filter(({ path }) => mayRead(path))
  const readers = new Set(candidates.filter(file => listsSources(file, index)).map(({ path }) => path))
  const imports = candidates.map(file => ({ path: file.path, imported: importedBy(file, index) }))
  for (let before = -1; before !== readers.size; ) {
    before = readers.size
    for (const { path, imported } of imports) if (imported.some(each => readers.has(each))) readers.add(path)
  }
  return [...readers].toSorted()
}

const listsSources = (file: TreeFile, index: PathIndex): boolean =>
  lists.test(file.text) && foldersIn(file).some(folder => index.holdsSources(folder))
