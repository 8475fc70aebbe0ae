/** Collapsed stacks, the text form that other tools read: frames joined by semicolons, a space, and the weight. Browser-safe. */
import type { StackTree } from './profile.ts'

/** One line per distinct stack with a weight of its own; weights are rounded to whole numbers. */
export function writeCollapsed({ names, depth, nameOf, self }: StackTree): string {
  const lines: string[] = []
  const path: string[] = []
  for (let node = 0; node < depth.length; node++) {
    path.length = depth[node] ?? 0
    // A semicolon or a line break inside a name would make two frames of it.
    path.push((names[nameOf[node] ?? 0] ?? '').replaceAll(/[;\r\n]/g, ','))
    const weight = Math.round(self[node] ?? 0)
    if (weight > 0) lines.push(`${path.join(';')} ${weight}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
