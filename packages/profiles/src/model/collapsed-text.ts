/** Collapsed stacks, the text form that other tools read: frames joined by semicolons, a space, and the weight. Browser-safe. */
import type { StackTree } from './profile.ts'

/** One line per distinct stack with a weight of its own; weights are rounded to whole numbers. */
export const writeCollapsed = (tree: StackTree): string => linesOf(tree, [tree.self])

/** The same of two profiles, with the weight before and that after, as `difffolded.pl` writes them and `flamegraph.pl` reads them. */
export const writeCollapsedDifference = (tree: StackTree & { readonly before: Float64Array }): string =>
  linesOf(tree, [tree.before, tree.self])

function linesOf({ names, depth, nameOf }: StackTree, columns: readonly Float64Array[]): string {
  const lines: string[] = []
  const path: string[] = []
  for (let node = 0; node < depth.length; node++) {
    path.length = depth[node] ?? 0
    // A semicolon or a line break inside a name would make two frames of it.
    path.push((names[nameOf[node] ?? 0] ?? '').replaceAll(/[;\r\n]/g, ','))
    const weights = columns.map(column => Math.round(column[node] ?? 0))
    if (weights.some(weight => weight > 0)) lines.push(`${path.join(';')} ${weights.join(' ')}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
