/** Two profiles of the same kind as one tree with both weights, and what changed by method. Browser-safe. */
import { type Profile, type StackTree, totalOf } from '../model/profile.ts'
import { TreeBuilder } from '../model/profile-builder.ts'
import { topMethods } from './methods.ts'

export const differenceModes = ['absolute', 'normalised', 'perRequest'] as const
export type DifferenceMode = (typeof differenceModes)[number]

/** Requests that the system served while each profile was taken; needed by `perRequest` alone. */
export interface ServedRequests {
  readonly before: number
  readonly after: number
}

export interface Difference extends Profile {
  /** Weights of the former profile, on the scale of the latter. */
  readonly before: Float64Array
}

/** Factor by which weights of the former profile are multiplied so that they can be compared; 0 when they cannot. */
export function scaleOf(
  before: Pick<Profile, 'self'>,
  after: Pick<Profile, 'self'>,
  mode: DifferenceMode,
  requests: ServedRequests | null,
): number {
  if (mode === 'absolute') return 1
  if (mode === 'perRequest')
    return requests === null || requests.before <= 0 ? 0 : requests.after / requests.before
  const total = totalOf(before)
  return total === 0 ? 0 : totalOf(after) / total
}

/** The union of both trees: `self` of the latter profile, `before` of the former times `scale`. */
export function differenceOf(before: Profile, after: Profile, scale: number): Difference {
  const tree = new TreeBuilder()
  const former = placed(tree, before)
  const latter = placed(tree, after)
  const { order, ...columns } = tree.finish()
  const weights = (of: StackTree, nodes: Uint32Array, factor: number): Float64Array => {
    const sums = new Float64Array(order.length)
    nodes.forEach((node, at) => {
      sums[node] = (sums[node] ?? 0) + (of.self[at] ?? 0) * factor
    })
    return Float64Array.from(order, node => sums[node] ?? 0)
  }
  return {
    ...after,
    ...columns,
    self: weights(after, latter, 1),
    before: weights(before, former, scale),
  }
}

/** The node of the tree that each node of a profile has. */
function placed(tree: TreeBuilder, { names, depth, nameOf }: StackTree): Uint32Array {
  const ids = names.map(name => tree.name(name))
  const path: number[] = []
  return Uint32Array.from(depth, (level, at) => {
    const node = tree.child(level === 0 ? -1 : (path[level - 1] ?? -1), ids[nameOf[at] ?? 0] ?? 0)
    path[level] = node
    return node
  })
}

export interface MethodChange {
  readonly name: string
  readonly nameId: number
  readonly before: number
  readonly after: number
  readonly totalBefore: number
  readonly totalAfter: number
  /**
   * Probability of such a difference of own shares by chance, after Holm's correction for the number of methods; null where
   * weights are not counts of samples.
   */
  readonly chance: number | null
}

/** Methods by how much their own weight changed, the largest change first. `scale` as given to `differenceOf`. */
export function methodChanges(difference: Difference, scale: number): MethodChange[] {
  const after = topMethods(difference)
  const before = topMethods({ ...difference, self: difference.before })
  const beforeById = new Map(before.map(method => [method.nameId, method]))
  const changes = after.map(({ name, nameId, self, total }) => ({
    name,
    nameId,
    before: beforeById.get(nameId)?.self ?? 0,
    after: self,
    totalBefore: beforeById.get(nameId)?.total ?? 0,
    totalAfter: total,
    chance: null,
  }))
  const tested = difference.unit === 'samples' && scale > 0 ? withChance(difference, changes, scale) : changes
  return tested.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
}

/** Two-proportion z tests of own shares, in samples as they were taken. @see Holm 1979 */
function withChance(difference: Difference, changes: readonly MethodChange[], scale: number): MethodChange[] {
  const counts = { before: totalOf({ self: difference.before }) / scale, after: totalOf(difference) }
  const raw = changes.map(({ before, after }) => {
    const pooled = (before / scale + after) / (counts.before + counts.after)
    const spread = Math.sqrt(pooled * (1 - pooled) * (1 / counts.before + 1 / counts.after))
    const distance = Math.abs(after / counts.after - before / scale / counts.before)
    return spread > 0 ? twoSided(distance / spread) : 1
  })
  const order = raw.map((_, at) => at).sort((a, b) => (raw[a] ?? 1) - (raw[b] ?? 1))
  const corrected = new Float64Array(raw.length)
  let most = 0
  order.forEach((at, rank) => {
    most = Math.max(most, Math.min(1, (raw[at] ?? 1) * (raw.length - rank)))
    corrected[at] = most
  })
  return changes.map((change, at) => ({ ...change, chance: corrected[at] ?? 1 }))
}

/** 2 (1 − Φ(z)). @see Abramowitz and Stegun 7.1.26, error below 1.5e-7 */
function twoSided(z: number): number {
  const x = z / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.min(1, polynomial * Math.exp(-x * x))
}
