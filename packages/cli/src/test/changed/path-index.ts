/** Finds files of the tree by what a source writes of their paths. */
import { posix } from 'node:path'

interface Folder {
  /** Those of its folders as well. */
  readonly files: string[]
  hasSources: boolean
}

/** Files and folders that a source names. */
export class PathIndex {
  readonly #paths: ReadonlySet<string>
  readonly #byName = new Map<string, string[]>()
  readonly #folders = new Map<string, Folder>()

  constructor(paths: Iterable<string>) {
    this.#paths = new Set([...paths].toSorted())
    for (const path of this.#paths) {
      const name = posix.basename(path)
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path])
      this.#addToFolders(path)
    }
  }

  #addToFolders(path: string): void {
    let inside = path
    do {
      inside = posix.dirname(inside)
      const folder = this.#folders.get(inside) ?? { files: [], hasSources: false }
      folder.files.push(path)
      folder.hasSources ||= /\.tsx?$/.test(path)
      this.#folders.set(inside, folder)
    } while (inside !== '.')
  }

  /** The file at this path; a module that is written as `.js` may be a `.ts`. */
  at(path: string): readonly string[] {
    const normal = posix.normalize(path)
    if (this.#paths.has(normal)) return [normal]
    const source = normal.replace(/\.js$/, '.ts')
    return this.#paths.has(source) ? [source] : []
  }

  /**
   * Files that the source at `from` may mean by `text`: relative to its folder, else to the checkout, else by the end of
   * a path. Of several that end alike, the nearest; a name without folder must be the only one in the tree, of no
   * other package, and not that of a source.
   */
  named(from: string, text: string): readonly string[] {
    // Most of what looks like a path is none.
    const name = posix.basename(text)
    if (!this.#byName.has(name) && !this.#byName.has(name.replace(/\.js$/, '.ts'))) return []
    const own = this.at(posix.join(posix.dirname(from), text))
    if (own.length > 0 || text.startsWith('.')) return own
    const fromCheckout = this.at(text)
    if (fromCheckout.length > 0) return fromCheckout
    const alike = (this.#byName.get(name) ?? []).filter(path => path.endsWith(`/${text}`))
    if (text.includes('/')) return nearest(from, alike)
    const [only = ''] = alike
    return alike.length === 1 && !/\.tsx?$/.test(text) && isNear(from, only) ? alike : []
  }

  /** Files of a folder that holds no sources, such as fixtures; empty for folders of sources. */
  fixturesIn(folder: string): readonly string[] {
    const found = this.#folders.get(folderName(folder))
    return found === undefined || found.hasSources ? [] : found.files
  }

  /** Whether TypeScript files lie in the folder or below. */
  holdsSources(folder: string): boolean {
    return this.#folders.get(folderName(folder))?.hasSources ?? false
  }
}

const folderName = (folder: string): string => posix.normalize(folder).replace(/(?<=.)\/$/, '')

/** Not of another package; documents and files for deployment belong to none. */
function isNear(from: string, path: string): boolean {
  const [, folder] = /^((?:packages\/[^/]+|bench|e2e)\/)/.exec(path) ?? []
  return folder === undefined || from.startsWith(folder)
}

function nearest(from: string, paths: readonly string[]): readonly string[] {
  const shared = (path: string): number => {
    const [a, b] = [from.split('/'), path.split('/')]
    const different = a.findIndex((part, index) => part !== b[index])
    return different === -1 ? a.length : different
  }
  const most = Math.max(...paths.map(shared))
  return paths.filter(path => shared(path) === most)
}
