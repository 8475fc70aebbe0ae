/** When a load generator is itself the bottleneck, so that its figures are not the target's: the limits and the judging, for server, reports and command line alike. */

/** A second beyond one of these is an overloaded one; so many in a row are an overload. */
export const overloadLimits = {
  /** Share of one core that a worker uses. */
  cpu01: 0.95,
  /** 99th percentile of the second. */
  eventLoopDelayMs: 50,
  /** Share of the connections that the process may open. */
  sockets01: 0.9,
  /** Share of the machine's memory that is in use. */
  memory01: 0.95,
  /** Share of the speed of its busiest network interface. */
  network01: 0.9,
  /** Share of the arrivals that began more than 10 ms late. */
  lateStarts01: 0.01,
  seconds: 3,
} as const

/** Overloaded for at least so many seconds, and for this share of a run, the load machines were its limit. */
const generatorLimit = { seconds: 10, share01: 0.5 } as const

/** Whether figures say nothing of the target, because its load machines were overloaded too long; both in seconds. */
export const isGeneratorLimited = (overloadedSeconds: number, seconds: number): boolean =>
  overloadedSeconds >= generatorLimit.seconds && overloadedSeconds >= generatorLimit.share01 * seconds

export const overloadReasons = ['cpu', 'eventLoop', 'sockets', 'memory', 'network', 'lateStarts'] as const
export type OverloadReason = (typeof overloadReasons)[number]

/** What a worker tells of itself each second. */
export interface GeneratorReading {
  readonly workerId: string
  readonly second: number
  /** Its part of the target: in runs driven by arrivals, how many were due. */
  readonly targetUsers: number
  readonly lateStarts: number
  readonly health: {
    readonly cpu01: number
    readonly eventLoopDelayMs: number
    readonly connections: number
    /** null where the process knows no limit. */
    readonly maxConnections: number | null
    /** Left out where it is not known, like the next. */
    readonly hostMemory01?: number | null | undefined
    readonly network01?: number | null | undefined
  } | null
}

/** What is wrong with one second of a worker; empty when nothing is. */
export function overloadReasonsOf({ health, lateStarts, targetUsers }: GeneratorReading): OverloadReason[] {
  if (health === null) return []
  const { cpu01, eventLoopDelayMs, connections, maxConnections } = health
  const isBeyond: Record<OverloadReason, boolean> = {
    cpu: cpu01 > overloadLimits.cpu01,
    eventLoop: eventLoopDelayMs > overloadLimits.eventLoopDelayMs,
    memory: (health.hostMemory01 ?? 0) > overloadLimits.memory01,
    network: (health.network01 ?? 0) > overloadLimits.network01,
    sockets: maxConnections !== null && connections > maxConnections * overloadLimits.sockets01,
    lateStarts: lateStarts > Math.max(1, targetUsers) * overloadLimits.lateStarts01,
  }
  return overloadReasons.filter(reason => isBeyond[reason])
}

export interface Overload {
  readonly workerId: string
  readonly fromSecond: number
  readonly toSecond: number
  /** Everything that was wrong since `fromSecond`. */
  readonly reasons: readonly OverloadReason[]
  readonly cpu01: number
  readonly eventLoopDelayMs: number
  /** True once per episode, when it is noticed. */
  readonly isNew: boolean
}

interface Streak {
  readonly fromSecond: number
  lastSecond: number
  readonly reasons: Set<OverloadReason>
}

/** Follows the seconds of workers and notices overloads. */
export class OverloadWatch {
  readonly #streaks = new Map<string, Streak>()

  /** Takes the next second of a worker; answers the overload that it is part of, or null. */
  add(reading: GeneratorReading): Overload | null {
    const { workerId, second, health } = reading
    if (health === null) return null
    const reasons = overloadReasonsOf(reading)
    if (reasons.length === 0) {
      this.#streaks.delete(workerId)
      return null
    }
    const streak = this.#streaks.get(workerId)
    if (streak === undefined || second > streak.lastSecond + 1) {
      this.#streaks.set(workerId, { fromSecond: second, lastSecond: second, reasons: new Set(reasons) })
      return null
    }
    const isNext = second === streak.lastSecond + 1
    streak.lastSecond = Math.max(streak.lastSecond, second)
    for (const reason of reasons) streak.reasons.add(reason)
    const { fromSecond, lastSecond: toSecond } = streak
    const length = toSecond - fromSecond + 1
    if (!isNext || length < overloadLimits.seconds) return null
    return {
      workerId,
      fromSecond,
      toSecond,
      reasons: overloadReasons.filter(reason => streak.reasons.has(reason)),
      cpu01: health.cpu01,
      eventLoopDelayMs: health.eventLoopDelayMs,
      isNew: length === overloadLimits.seconds,
    }
  }
}
