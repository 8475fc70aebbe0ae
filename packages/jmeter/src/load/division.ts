/** Divides whole users among machines, components and thread groups, so that the parts always add up. */
import type { Share } from '@pone/contract/link/plan.ts'

/** Whole part of a total: the difference of two rounded cumulative bounds. */
export const wholePart = (total: number, share: Share): number =>
  Math.round(total * share.to01) - Math.round(total * share.from01)

/** Part of a rate, not rounded. */
export const ratePart = (total: number, share: Share): number => total * (share.to01 - share.from01)

/** True when the share is everything: there is only one machine. */
export const isWhole = (share: Share): boolean => share.from01 === 0 && share.to01 === 1

/** Divides a total by weights into whole numbers, by largest remainder; if all weights are 0 they count as equal. */
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

/** The group of each of the first positions of a sequence in which groups of these sizes are evenly mixed. */
function mixedGroups(sizes: readonly number[], places: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const placed = sizes.map(() => 0)
  return Array.from({ length: places }, (_, place) => {
    let next = 0
    let most = Number.NEGATIVE_INFINITY
    for (const [group, size] of sizes.entries()) {
      const behind = (size * (place + 1)) / total - (placed[group] ?? 0)
      if ((placed[group] ?? 0) < size && behind > most) {
        most = behind
        next = group
      }
    }
    placed[next] = (placed[next] ?? 0) + 1
    return next
  })
}

/**
 * Users of each group on one machine. All users form one sequence in which the groups are evenly mixed; the machine has
 * an interval of it. So the sum over the groups is the machine's part, and the sum over the machines is the group's.
 */
export function groupParts(total: number, weights: readonly number[], share: Share): number[] {
  const whole = byWeights(total, weights)
  if (isWhole(share)) return whole
  const mine = whole.map(() => 0)
  const line = mixedGroups(whole, Math.round(total * share.to01))
  for (const group of line.slice(Math.round(total * share.from01))) mine[group] = (mine[group] ?? 0) + 1
  return mine
}

/** The part of the sequence that is looked up. */
export interface LinePart {
  readonly component: Share
  readonly weights: readonly number[]
  readonly share: Share
}

/**
 * For users who start one after the other: the group of each that is this component's and this machine's, −1 for the
 * others. The sums are those of `groupParts`, and however few start at a time, every component, group and machine
 * gets its part of them.
 */
export function lineOfUsers(total: number, { component, weights, share }: LinePart): number[] {
  const [from, to] = [Math.round(total * component.from01), Math.round(total * component.to01)]
  const ranks = spreadRanks(total)
  const sizes = byWeights(to - from, weights)
  const groups = mixedGroups(sizes, to - from)
  const begin = groupParts(to - from, weights, { from01: 0, to01: share.from01 })
  const end = groupParts(to - from, weights, { from01: 0, to01: share.to01 })
  const places = sizes.map(size => spreadRanks(size).values())
  let own = 0
  return ranks.map(rank => {
    if (rank < from || rank >= to) return -1
    const group = groups[own++] ?? 0
    const place = places[group]?.next().value ?? -1
    return place >= (begin[group] ?? 0) && place < (end[group] ?? 0) ? group : -1
  })
}

/**
 * A rank for each position of a sequence, so that any interval of ranks is evenly spread over the sequence: reversed
 * bits.
 */
function spreadRanks(total: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(1, total)))
  const ranks = Array.from({ length: total }, () => 0)
  let rank = 0
  for (let count = 0; count < 2 ** bits; count += 1) {
    let place = 0
    for (let bit = 0; bit < bits; bit += 1) if (count & (1 << bit)) place |= 1 << (bits - 1 - bit)
    if (place < total) ranks[place] = rank++
  }
  return ranks
}
