/** Keys of texts of the web, which its sources name without importing the file that holds them. */
import type { TreeFile } from './tree.ts'

const ofTexts = /^packages\/web\/src\/.+messages\.ts$/
const ofWeb = /^packages\/web\/src\/.+\.tsx?$/

/** Files of texts whose keys a source of the web names, by a literal or by the beginning of a template. */
export function textFilesNamed(files: readonly TreeFile[]): (file: TreeFile) => ReadonlySet<string> {
  const byKey = new Map<string, string>()
  for (const { path, text } of files) {
    if (!ofTexts.test(path)) continue
    for (const [, key = ''] of text.matchAll(/^\s*'([\w.-]+)':/gm)) {
      byKey.set(key, path)
      // Its plural forms end in _one and _other.
      byKey.set(key.replace(/_\w+$/, ''), path)
    }
  }
  const keys = [...byKey]
  return ({ path, text }) => {
    const found = new Set<string>()
    if (!ofWeb.test(path) || ofTexts.test(path)) return found
    for (const [, , literal = ''] of text.matchAll(/(['"`])(\w[\w-]*\.[\w.-]+)\1/g)) {
      const named = byKey.get(literal)
      if (named !== undefined) found.add(named)
    }
    for (const [, beginning = ''] of text.matchAll(/`(\w+\.[\w.-]*)\$\{/g))
      for (const [key, named] of keys) if (key.startsWith(beginning)) found.add(named)
    return found
  }
}
