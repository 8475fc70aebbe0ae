/** Notices a load generator that is itself the bottleneck: its figures are then not the target's. */
import type { StoredBatch } from '../../modules/run/stored-batch.ts'

/** An event-loop delay above this, or a core used above that share, for so many seconds in a row. */
export const overloadDelayMs = 50
export const overloadCpu01 = 0.95
export const overloadSeconds = 3

export interface Overload {
  workerId: string
  fromSecond: number
  toSecond: number
  cpu01: number
  eventLoopDelayMs: number
  /** True once per episode, when it is noticed. */
  isNew: boolean
}

export class OverloadWatch {
  readonly #streaks = new Map<string, { fromSecond: number; lastSecond: number }>()

  /** Takes the next batch of a worker; answers the overload that it is part of, or null. */
  add({ workerId, second, health }: StoredBatch): Overload | null {
    if (health === null) return null
    if (health.eventLoopDelayMs <= overloadDelayMs && health.cpu01 <= overloadCpu01) {
      this.#streaks.delete(workerId)
      return null
    }
    const streak = this.#streaks.get(workerId)
    if (streak === undefined || second > streak.lastSecond + 1) {
      this.#streaks.set(workerId, { fromSecond: second, lastSecond: second })
      return null
    }
    const isNext = second === streak.lastSecond + 1
    streak.lastSecond = Math.max(streak.lastSecond, second)
    const length = streak.lastSecond - streak.fromSecond + 1
    if (!isNext || length < overloadSeconds) return null
    const { cpu01, eventLoopDelayMs } = health
    const { fromSecond, lastSecond: toSecond } = streak
    return { workerId, fromSecond, toSecond, cpu01, eventLoopDelayMs, isNew: length === overloadSeconds }
  }
}
