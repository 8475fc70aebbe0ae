/** A profile: a tree of stacks with a weight, as columns in pre-order; what every reader makes and every view is computed from. Browser-safe. */

/** What the weight of a stack measures. */
export const profileKinds = ['cpu', 'wall', 'alloc', 'lock'] as const
export type ProfileKind = (typeof profileKinds)[number]

export const profileUnits = ['samples', 'nanoseconds', 'bytes', 'count'] as const
export type ProfileUnit = (typeof profileUnits)[number]

/** Nodes in pre-order, siblings by name; a node's children are those after it that are one deeper, until one is not deeper. */
export interface StackTree {
  /** Distinct names of frames; `nameOf` counts in them. */
  readonly names: readonly string[]
  /** 0 for the outermost frames. */
  readonly depth: Uint16Array
  readonly nameOf: Uint32Array
  /** Weight of the stacks that end here; never negative. */
  readonly self: Float64Array
}

export interface Profile extends StackTree {
  readonly kind: ProfileKind
  readonly unit: ProfileUnit
  /** What the file calls it: an event of JFR, a sample type of pprof; '' when it has no name. */
  readonly source: string
}

/** A file's profiles, and when they were taken. */
export interface Recording {
  readonly profiles: readonly Profile[]
  /** Epoch milliseconds; null when the file does not say. */
  readonly startedAt: number | null
  readonly durationMs: number | null
  /** The file ends in the middle; what comes before is complete. */
  readonly isCut: boolean
}

export const maxStackDepth = 10_000
/** Nodes and distinct names of one profile. */
export const maxNodes = 2_000_000
export const maxNames = 2_000_000
export const maxNameChars = 2_000

/** Weight of a node with all below it, for every node. */
export function totalsOf({ depth, self }: StackTree): Float64Array {
  const totals = Float64Array.from(self)
  const parents = parentsOf({ depth })
  for (let node = depth.length - 1; node > 0; node--) {
    const parent = parents[node] ?? -1
    if (parent >= 0) totals[parent] = (totals[parent] ?? 0) + (totals[node] ?? 0)
  }
  return totals
}

/** Index of each node's parent; -1 for the outermost. */
export function parentsOf({ depth }: Pick<StackTree, 'depth'>): Int32Array {
  const parents = new Int32Array(depth.length)
  const path: number[] = []
  for (let node = 0; node < depth.length; node++) {
    const level = depth[node] ?? 0
    parents[node] = level === 0 ? -1 : (path[level - 1] ?? -1)
    path[level] = node
  }
  return parents
}

/** Index after the last node below each node. */
export function endsOf({ depth }: Pick<StackTree, 'depth'>): Uint32Array {
  const ends = new Uint32Array(depth.length)
  const open: number[] = []
  for (let node = 0; node < depth.length; node++) {
    const level = depth[node] ?? 0
    for (let top = open.length - 1; top >= level; top--) ends[open[top] ?? 0] = node
    open.length = level
    open.push(node)
  }
  for (const node of open) ends[node] = depth.length
  return ends
}

/** Weight of all stacks. */
export function totalOf({ self }: Pick<StackTree, 'self'>): number {
  let total = 0
  for (const weight of self) total += weight
  return total
}
