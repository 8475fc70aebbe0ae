/** Checks that imports go only in the directions of docs/architecture.md: between packages, between web features, and inside server modules. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findViolations, type SourceFile } from './import-rules.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))

async function readSources(): Promise<SourceFile[]> {
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

const sources = await readSources()
const violations = findViolations(sources)
for (const { path, target, rule } of violations) console.error(`${path}: imports ${target}: ${rule}`)
if (violations.length > 0) {
  console.error(`${violations.length} imports go in a wrong direction.`)
  process.exitCode = 1
} else if (sources.length === 0) {
  console.error('No source file was found to check.')
  process.exitCode = 1
} else {
  console.log(`The imports of ${sources.length} files go in the right directions.`)
}
