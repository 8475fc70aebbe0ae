/** Paths in archives: whether unpacking them would write outside the folder. */

/** True for absolute paths, those that climb above the folder, and those that a system could read in another way. */
export function leavesFolder(path: string): boolean {
  if (path === '' || path.startsWith('/') || /[\\\0]/.test(path) || /^[A-Za-z]:/.test(path)) return true
  let depth = 0
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}

/** Whether a symbolic link at `path` would lead outside the folder. */
export const linkLeavesFolder = (path: string, target: string): boolean =>
  target.startsWith('/') || leavesFolder(`${path.replace(/[^/]*$/, '')}${target}`)
