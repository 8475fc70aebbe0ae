/** Places the frames of a tree that are wide enough to be seen; what is narrower than the least width has no children that are wider. Browser-safe. */
import { endsOf, parentsOf, type StackTree, totalOf, totalsOf } from '../model/profile.ts'

/** What is computed once per tree. */
export interface FlameTree extends StackTree {
  readonly totals: Float64Array
  readonly ends: Uint32Array
  readonly parents: Int32Array
  readonly total: number
  readonly maxDepth: number
}

export function flameTree(tree: StackTree): FlameTree {
  let maxDepth = 0
  for (const level of tree.depth) if (level > maxDepth) maxDepth = level
  return {
    ...tree,
    totals: totalsOf(tree),
    ends: endsOf(tree),
    parents: parentsOf(tree),
    total: totalOf(tree),
    maxDepth,
  }
}

/** One frame as it is drawn: `left` and `width` in pixels, `row` 0 for the frame of all stacks. */
export interface PlacedFrame {
  /** -1: the frame of all stacks. */
  readonly node: number
  readonly left: number
  readonly width: number
  readonly row: number
}

export interface View {
  /** The frame that fills the width, with its callers above it; -1: all stacks. */
  readonly root: number
  readonly widthPx: number
  /** Rows that are drawn. */
  readonly rows: { readonly from: number; readonly to: number }
  /** Narrower frames are left out. */
  readonly leastPx?: number | undefined
}

/** Row by row from the frame of all stacks; a frame is inside its caller's edges. */
export function placedFrames(tree: FlameTree, view: View): PlacedFrame[] {
  const { root, widthPx, rows, leastPx = 0.5 } = view
  const whole = root < 0 ? tree.total : (tree.totals[root] ?? 0)
  if (whole <= 0) return []
  const frames: PlacedFrame[] = []
  const put = (node: number, left: number, width: number): void => {
    const row = node < 0 ? 0 : (tree.depth[node] ?? 0) + 1
    if (row >= rows.from && row < rows.to) frames.push({ node, left, width, row })
  }
  put(-1, 0, widthPx)
  const callers: number[] = []
  for (let at = root; at >= 0; at = tree.parents[at] ?? -1) callers.unshift(at)
  for (const node of callers) put(node, 0, widthPx)
  const pxPerWeight = widthPx / whole
  const open: { from: number; to: number; left: number; level: number }[] = [
    root < 0
      ? { from: 0, to: tree.depth.length, left: 0, level: 1 }
      : { from: root + 1, to: tree.ends[root] ?? 0, left: 0, level: (tree.depth[root] ?? 0) + 2 },
  ]
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    let left = group.left
    if (group.level >= rows.to) continue
    for (let node = group.from; node < group.to; node = tree.ends[node] ?? group.to) {
      const width = (tree.totals[node] ?? 0) * pxPerWeight
      if (width >= leastPx) {
        put(node, left, width)
        const end = tree.ends[node] ?? 0
        if (end > node + 1) open.push({ from: node + 1, to: end, left, level: group.level + 1 })
      }
      left += width
    }
  }
  return frames
}

/** Nodes from the outermost to this one. */
export function pathTo({ parents }: Pick<FlameTree, 'parents'>, node: number): number[] {
  const path: number[] = []
  for (let at = node; at >= 0; at = parents[at] ?? -1) path.push(at)
  return path.reverse()
}
