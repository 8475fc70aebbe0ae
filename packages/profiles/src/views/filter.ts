/** Keeps or leaves out stacks by the classes in them, and parts of a tree by a frame. Browser-safe. */
import { endsOf, type Profile, parentsOf, type StackTree, totalsOf } from '../model/profile.ts'
import { TreeBuilder } from '../model/profile-builder.ts'

export interface ClassFilter {
  /** Only stacks with a frame of one of these; empty: all. */
  readonly included: readonly string[]
  /** No stacks with a frame of one of these. */
  readonly excluded: readonly string[]
}

/** Whether a name belongs to the class, package or pattern: `com.shop` has all below it, `*` stands for any characters. */
export function classMatcher(patterns: readonly string[]): (name: string) => boolean {
  const parts = patterns.map(pattern => pattern.trim()).filter(pattern => pattern !== '')
  if (parts.length === 0) return () => false
  const escaped = parts.map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*'))
  const whole = new RegExp(`^(?:${escaped.join('|')})(?=$|[.$])`)
  return name => whole.test(name)
}

/** The stacks that the filter keeps; the profile itself when it keeps all. */
export function filtered(profile: Profile, { included, excluded }: ClassFilter): Profile {
  const isIncluded = classMatcher(included)
  const isExcluded = classMatcher(excluded)
  const needsInclusion = included.some(pattern => pattern.trim() !== '')
  const keeps = profile.names.map(name => (needsInclusion ? isIncluded(name) : true))
  const leavesOut = profile.names.map(isExcluded)
  if (keeps.every(Boolean) && !leavesOut.some(Boolean)) return profile
  const { depth, nameOf, self } = profile
  const kept: boolean[] = []
  const left: boolean[] = []
  const tree = new TreeBuilder()
  const path: number[] = []
  for (let node = 0; node < depth.length; node++) {
    const level = depth[node] ?? 0
    const nameId = nameOf[node] ?? 0
    path[level] = nameId
    kept[level] = (kept[level - 1] ?? false) || (keeps[nameId] ?? false)
    left[level] = (left[level - 1] ?? false) || (leavesOut[nameId] ?? false)
    const weight = self[node] ?? 0
    if (weight === 0 || !kept[level] || left[level]) continue
    tree.add(
      path.slice(0, level + 1).map(id => profile.names[id] ?? ''),
      weight,
    )
  }
  const { order: _order, ...columns } = tree.finish()
  return { ...profile, ...columns }
}

/** What the outermost frames of this name call, added up: the lower half of a sandwich. */
export function calleesOf(tree: StackTree, nameId: number): StackTree {
  const callees = new TreeBuilder()
  const ends = endsOf(tree)
  for (let node = 0; node < tree.depth.length; ) {
    if (tree.nameOf[node] !== nameId) {
      node += 1
      continue
    }
    const end = ends[node] ?? node + 1
    const top = tree.depth[node] ?? 0
    const placed: number[] = []
    for (let below = node; below < end; below++) {
      const level = (tree.depth[below] ?? 0) - top
      const name = callees.name(tree.names[tree.nameOf[below] ?? 0] ?? '')
      placed[level] = callees.child(level === 0 ? -1 : (placed[level - 1] ?? -1), name)
      callees.addSelf(placed[level] ?? 0, tree.self[below] ?? 0)
    }
    node = end
  }
  const { order: _order, ...columns } = callees.finish()
  return columns
}

/** Who calls the outermost frames of this name, the frame itself outermost: the upper half of a sandwich. */
export function callersOf(tree: StackTree, nameId: number): StackTree {
  const callers = new TreeBuilder()
  const ends = endsOf(tree)
  const totals = totalsOf(tree)
  const parents = parentsOf(tree)
  for (let node = 0; node < tree.depth.length; ) {
    if (tree.nameOf[node] !== nameId) {
      node += 1
      continue
    }
    let placed = -1
    for (let at = node; at >= 0; at = parents[at] ?? -1)
      placed = callers.child(placed, callers.name(tree.names[tree.nameOf[at] ?? 0] ?? ''))
    callers.addSelf(placed, totals[node] ?? 0)
    node = ends[node] ?? node + 1
  }
  const { order: _order, ...columns } = callers.finish()
  return columns
}
