/**
 * Files that a source names in strings, other than by imports: programs that it starts, workers, fixtures, documents. A
 * name counts where it leads to a file of the tree; a name that many files have, such as `main.ts`, only in the folder of
 * the source.
 */
import { posix } from 'node:path'
import { importedPath } from './imports.ts'
import type { PathIndex } from './path-index.ts'
import type { TreeFile } from './tree.ts'

const comments = /^[^\S\n]*(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm
/** Paths with a dot or a slash. Not what an import names, or a module that is declared: types alone would count. */
const literal =
  /(?<!\b(?:from|import|module)\s*\(?\s*)(?<quote>['"`])(?<text>[\w@+-]*[./][\w@.+/-]*)\k<quote>/g
/** Parts of a path that is joined. */
const parts = /'[\w@.+-]+'(?:,\s*'[\w@.+-]+')+/g
/** Joined to the root of the checkout, where file names may lack an extension. */
const inCheckout = /\bjoin\(\s*\w*checkout\w*(?:\(\))?,\s*(?<parts>'[\w@.+/-]+'(?:,\s*'[\w@.+/-]+')*)/gi
/** What follows a place in a template. */
const afterPlace = /\}\/(?<text>[\w@.+/-]+\.\w+)[`$]/g
const url = /\bnew URL\(\s*(?<quote>['"`])(?<text>[\w@.+/-]+)(?:\k<quote>|\$\{)[^)]*\bimport\.meta\.url/g
const ownFolder = /\bimport\.meta\.dirname\b(?<parts>(?:,\s*'[\w@.+/-]+')*)/g

/** Paths of the files that a source names, itself left out. */
export function mentionsIn(file: TreeFile, index: PathIndex): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (paths: readonly string[]) => {
    for (const path of paths) if (path !== file.path && mayUse(file.path, path)) found.add(path)
  }
  const text = file.text.replaceAll(comments, '')
  for (const { groups } of text.matchAll(literal)) add(filesOf(file.path, groups?.['text'] ?? '', index))
  for (const [match] of text.matchAll(parts)) add(index.named(file.path, joined(match)))
  for (const { groups } of text.matchAll(afterPlace)) add(index.named(file.path, groups?.['text'] ?? ''))
  for (const { groups } of text.matchAll(inCheckout)) add(index.at(joined(groups?.['parts'] ?? '')))
  for (const folder of foldersIn(file)) add(index.fixturesIn(folder))
  return found
}

/** No test starts the browser tests, though `./pone test` does. */
const mayUse = (from: string, path: string): boolean => from.startsWith('e2e/') || !path.startsWith('e2e/')

/** Folders that a source names by its own place or by that of the checkout, relative to the checkout. */
export function foldersIn({ path, text }: TreeFile): string[] {
  const own = posix.dirname(path)
  const urls = [...text.matchAll(url)].map(({ groups }) => posix.join(own, groups?.['text'] ?? ''))
  const joins = [...text.matchAll(ownFolder)].map(({ groups }) =>
    posix.join(own, joined(groups?.['parts'] ?? '')),
  )
  const ofCheckout = [...text.matchAll(inCheckout)].map(({ groups }) => joined(groups?.['parts'] ?? ''))
  return [...urls, ...joins, ...ofCheckout]
}

function filesOf(from: string, text: string, index: PathIndex): readonly string[] {
  const own = /^@pone\/[\w-]+(?:\/|$)/.test(text) ? importedPath(from, text) : undefined
  if (own === undefined) return isName(text) ? index.named(from, text) : []
  const entry = index.at(own)
  // The name of a package without an entry means its program.
  return entry.length > 0 || text.split('/').length > 2 ? entry : index.at(`${posix.dirname(own)}/main.ts`)
}

/** Not an absolute path, nor an end of a sentence or of a number. */
const isName = (text: string): boolean => !text.startsWith('/') && /[\w-]$/.test(text)

/** Of literals beside each other, one path. */
const joined = (literals: string): string =>
  posix.join(...[...literals.matchAll(/'([^']+)'/g)].map(([, part = '']) => part))
