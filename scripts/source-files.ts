/** The source files of all packages. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string
  readonly text: string
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

/** Tests, and the files that only tests import. */
export const isTestCode = (path: string): boolean =>
  /\.test\.tsx?$|-harness\.tsx?$|\/test-[^/]+\.tsx?$|\.setup\.ts$/.test(path)
