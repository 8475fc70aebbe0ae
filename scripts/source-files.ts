/** The source files of all packages, and the imports between them. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string
  readonly text: string
}

interface ImportLine {
  /** Module name as written. */
  readonly target: string
  /** True for `import type`, which is erased at run time. */
  readonly isTypeOnly: boolean
}

/** Every TypeScript file below `packages/<name>/src`. */
export async function readSources(): Promise<SourceFile[]> {
  const packages = await readdir(join(checkout, 'packages'))
  const listed = await Promise.all(packages.map(name => listSources(join(checkout, 'packages', name, 'src'))))
  return Promise.all(
    listed.flat().map(async path => ({
      path: relative(checkout, path),
      text: await readFile(path, 'utf8'),
    })),
  )
}

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
}

/** Static and dynamic imports and re-exports of a source text. */
export function importsIn(text: string): ImportLine[] {
  const statements = /^\s*(?:import|export)(?<type>\s+type)?\b[^'"`;]*?\bfrom\s*['"](?<target>[^'"]+)['"]/gm
  const bare = /^\s*import\s*['"](?<target>[^'"]+)['"]/gm
  const dynamic = /\bimport\(\s*['"](?<target>[^'"]+)['"]/g
  return [statements, bare, dynamic].flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(({ groups }) => {
      const target = groups?.['target']
      return target === undefined ? [] : [{ target, isTypeOnly: groups?.['type'] !== undefined }]
    }),
  )
}

/** Path of the file that an import of the file at `path` names; undefined for libraries. */
export function importedPath(path: string, target: string): string | undefined {
  if (target.startsWith('.')) return posix.join(posix.dirname(path), target)
  const [, name, inside] = /^@pone\/([^/]+)(?:\/(.+))?$/.exec(target) ?? []
  // A bare name is the package's entry.
  return name === undefined ? undefined : `packages/${name}/src/${inside ?? `${name}.ts`}`
}

/** Tests, and the files that only tests import. */
export const isTestCode = (path: string): boolean =>
  /\.test\.tsx?$|-harness\.tsx?$|\/test-[^/]+\.tsx?$|\.setup\.ts$/.test(path)
