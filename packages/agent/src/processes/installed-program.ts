/** Programs that are installed on this machine. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of the names that is there, wherever it is; null if none is. @param path folders, as in PATH; @param more folders that are looked at after them */
export function installedProgram<Name extends string>(
  names: readonly Name[],
  path: string,
  more: readonly string[] = [],
): { readonly name: Name; readonly path: string } | null {
  const folders = [...path.split(delimiter).filter(Boolean), ...more]
  for (const name of names)
    for (const folder of folders) {
      const program = join(folder, name)
      if (isExecutable(program)) return { name, path: program }
    }
  return null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
