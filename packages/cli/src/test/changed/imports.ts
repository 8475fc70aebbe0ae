/** The imports in the text of a source file, and the files of the checkout that they name. */
import { posix } from 'node:path'

interface ImportLine {
  /** Module name as written. */
  readonly target: string
  /** True for `import type`, which is erased at run time. */
  readonly isTypeOnly: boolean
}

/** Begins at a line, ends at its own `from`, never at that of a later statement. */
const statements =
  /^[^\S\n]*(?:import|export)(?<type>\s+type(?=\s*[{*]|\s+\w+\s+from\b))?\b(?:(?!^[^\S\n]*(?:import|export)\b)[^'"`;])*?\bfrom\s*['"](?<target>[^'"]+)['"]/gm
const bare = /^[^\S\n]*import\s*['"](?<target>[^'"]+)['"]/gm
const dynamic = /(?<type>\btypeof\s+)?\bimport\(\s*['"](?<target>[^'"]+)['"]/g

/** Static and dynamic imports and re-exports of a source text. */
export function importsIn(text: string): ImportLine[] {
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
