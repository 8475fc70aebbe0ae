/**
 * The arithmetic of moved shares: how an interval of the load is divided among machines, and which intervals are not
 * driven; pure.
 */
import type { Share } from '@pone/contract/link/plan.ts'

/** Users of an interval at the run's peak; at least one, because one machine must drive it. */
export const usersOf = ({ from01, to01 }: Share, users: number): number =>
  Math.max(1, Math.round(users * to01) - Math.round(users * from01))

export interface Taker {
  readonly agentId: string
  readonly users: number
}

/**
 * Divides an interval with `users` users among machines that take some of them, each in proportion to its users, in
 * their order. What is left over when they take fewer is `rest`, otherwise null. The parts have no gap and no overlap,
 * and their outer bounds are exactly the interval's.
 */
export function cutShare(
  share: Share,
  users: number,
  takers: readonly Taker[],
): { pieces: { agentId: string; share: Share }[]; rest: Share | null } {
  const taken = takers.reduce((sum, taker) => sum + taker.users, 0)
  const all = Math.max(users, taken)
  const edgeAt = (before: number) =>
    before >= all ? share.to01 : share.from01 + ((share.to01 - share.from01) * before) / all
  let before = 0
  const pieces = takers.map(taker => {
    const from01 = edgeAt(before)
    before += taker.users
    return { agentId: taker.agentId, share: { from01, to01: edgeAt(before) } }
  })
  return { pieces, rest: before >= all ? null : { from01: edgeAt(before), to01: share.to01 } }
}

/** The intervals of [0, 1) that none of the shares covers, in order. */
export function gapsBetween(shares: readonly Share[]): Share[] {
  const gaps: Share[] = []
  let reached = 0
  for (const { from01, to01 } of shares.toSorted((a, b) => a.from01 - b.from01)) {
    if (from01 > reached) gaps.push({ from01: reached, to01: from01 })
    reached = Math.max(reached, to01)
  }
  if (reached < 1) gaps.push({ from01: reached, to01: 1 })
  return gaps
}
