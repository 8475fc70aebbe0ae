/** Divides whole users among machines, components and thread groups, so that the parts always add up. */
import type { Share } from '@pone/contract/link/plan.ts'

/** Whole part of a total: what lies between two cumulated, rounded edges. */
export const wholePart = (total: number, share: Share): number =>
  Math.round(total * share.to01) - Math.round(total * share.from01)

/** Part of a rate, not rounded. */
export const ratePart = (total: number, share: Share): number => total * (share.to01 - share.from01)

/** True when the share is everything: there is but one machine. */
export const isWhole = (share: Share): boolean => share.from01 === 0 && share.to01 === 1

/** A total by weights, whole, by largest remainder; weights of nothing count alike. */
export function byWeights(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (weights.length === 0) return []
  if (sum <= 0)
    return byWeights(
      total,
      weights.map(() => 1),
    )
  const ideal = weights.map(weight => (total * weight) / sum)
  const parts = ideal.map(Math.floor)
  const missing = total - parts.reduce((all, part) => all + part, 0)
  const order = ideal
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((one, two) => two.rest - one.rest || one.index - two.index)
  for (const { index } of order.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/**
 * Users of each group on one machine. All users stand in one line in which the groups are evenly mixed; the machine has
 * a stretch of it. So the sum over the groups is the machine's part, and the sum over the machines is the group's.
 */
export function groupParts(total: number, weights: readonly number[], share: Share): number[] {
  const whole = byWeights(total, weights)
  if (isWhole(share)) return whole
  const from = Math.round(total * share.from01)
  const to = Math.round(total * share.to01)
  const placed = whole.map(() => 0)
  const mine = whole.map(() => 0)
  for (let place = 0; place < to; place += 1) {
    let next = 0
    let most = Number.NEGATIVE_INFINITY
    for (const [group, count] of whole.entries()) {
      const behind = (count * (place + 1)) / total - (placed[group] ?? 0)
      if ((placed[group] ?? 0) < count && behind > most) {
        most = behind
        next = group
      }
    }
    placed[next] = (placed[next] ?? 0) + 1
    if (place >= from) mine[next] = (mine[next] ?? 0) + 1
  }
  return mine
}
