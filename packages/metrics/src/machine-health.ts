/** How hard a load machine worked: the engine's own processes and the machine as a whole apart, and when others kept it busy; pure. */

/**
 * A machine is busy, so that what ran on it had to wait, when for so many seconds more than this share of all cores was
 * in use, an engine process was ready to run and had no core for so much of the time, or the host of a virtual machine
 * gave so much of its cores to others.
 */
export const busyLimits = { hostCpu01: 0.9, cpuWait01: 0.3, steal01: 0.1, seconds: 5 } as const

/** What one engine process tells of an interval; the contract's worker health. */
export interface ProcessHealth {
  readonly cpu01: number
  readonly cpuCores: number | null
  readonly hostCpu01: number | null
  readonly hostCores: number | null
  readonly spanMs: number | null
  readonly eventLoopDelayMs: number
  readonly memoryBytes: number
  /** Left out where they are not known. */
  readonly cpuWait01?: number | null | undefined
  readonly steal01?: number | null | undefined
}

/** A stretch in which the machine was busy, both seconds included; shares are of all its cores, on average. */
export interface BusyStretch {
  readonly fromSecond: number
  readonly toSecond: number
  readonly hostCpu01: number
  readonly engineCpu01: number
}

export interface MachinePoint {
  readonly second: number
  readonly cpu01: number
  readonly hostCpu01: number | null
  readonly eventLoopDelayMs: number
}

/** Highest figures; null where none was told. */
export interface MachineSummary {
  /** Of the busiest process, share of the `cpuCores` that it can use. */
  readonly maxCpu01: number | null
  readonly cpuCores: number | null
  /** Of all engine processes together, and of everything on the machine: shares of its `hostCores`. */
  readonly maxEngineCpu01: number | null
  readonly maxHostCpu01: number | null
  readonly hostCores: number | null
  readonly maxEventLoopDelayMs: number | null
  readonly maxMemoryBytes: number | null
  readonly busy: readonly BusyStretch[]
}

interface Reading {
  cpu01: number
  /** Cores that all processes used together. */
  engineCores: number
  hostCpu01: number | null
  spanMs: number
  eventLoopDelayMs: number
  memoryBytes: number
  /** A process waited for a core, or the host of a virtual machine took one. */
  hadToWait: boolean
}

/** Collects what the engine processes of one machine tell. */
export class MachineHealth {
  readonly #seconds = new Map<number, Reading>()
  #cpuCores: number | null = null
  #hostCores: number | null = null

  /** Takes each process once a second. */
  add(second: number, health: ProcessHealth): void {
    const { cpu01, cpuCores, hostCpu01, hostCores, spanMs, eventLoopDelayMs, memoryBytes } = health
    this.#cpuCores = cpuCores ?? this.#cpuCores
    this.#hostCores = hostCores ?? this.#hostCores
    const known = this.#seconds.get(second)
    this.#seconds.set(second, {
      cpu01: Math.max(known?.cpu01 ?? 0, cpu01),
      engineCores: (known?.engineCores ?? 0) + cpu01 * (cpuCores ?? 1),
      hostCpu01: hostCpu01 === null ? (known?.hostCpu01 ?? null) : Math.max(known?.hostCpu01 ?? 0, hostCpu01),
      spanMs: Math.max(known?.spanMs ?? 0, spanMs ?? 1_000),
      eventLoopDelayMs: Math.max(known?.eventLoopDelayMs ?? 0, eventLoopDelayMs),
      memoryBytes: (known?.memoryBytes ?? 0) + memoryBytes,
      hadToWait: (known?.hadToWait ?? false) || hadToWait(health),
    })
  }

  summary(): MachineSummary {
    const all = [...this.#seconds.values()]
    const hostCores = this.#hostCores
    const engineCores = highest(all.map(reading => reading.engineCores))
    return {
      maxCpu01: highest(all.map(reading => reading.cpu01)),
      cpuCores: this.#cpuCores,
      maxEngineCpu01: engineCores === null || hostCores === null ? null : engineCores / hostCores,
      maxHostCpu01: highest(all.flatMap(reading => reading.hostCpu01 ?? [])),
      hostCores,
      maxEventLoopDelayMs: highest(all.map(reading => reading.eventLoopDelayMs)),
      maxMemoryBytes: highest(all.map(reading => Math.round(reading.memoryBytes))),
      busy: this.#busy(),
    }
  }

  /** Points of that many seconds, each with its highest figures, ascending. */
  points(widthSeconds: number): MachinePoint[] {
    const points = new Map<number, MachinePoint>()
    for (const [second, { cpu01, hostCpu01, eventLoopDelayMs }] of this.#ascending()) {
      const start = second - (second % widthSeconds)
      const point = points.get(start)
      points.set(start, {
        second: start,
        cpu01: Math.max(point?.cpu01 ?? 0, cpu01),
        hostCpu01:
          hostCpu01 === null ? (point?.hostCpu01 ?? null) : Math.max(point?.hostCpu01 ?? 0, hostCpu01),
        eventLoopDelayMs: Math.max(point?.eventLoopDelayMs ?? 0, eventLoopDelayMs),
      })
    }
    return [...points.values()]
  }

  #ascending(): [number, Reading][] {
    return [...this.#seconds].sort((a, b) => a[0] - b[0])
  }

  #busy(): BusyStretch[] {
    const stretches: [number, Reading][][] = []
    let last = Number.NEGATIVE_INFINITY
    for (const [second, reading] of this.#ascending()) {
      if (!reading.hadToWait && (reading.hostCpu01 ?? 0) <= busyLimits.hostCpu01) continue
      // A process that stood still tells of several seconds at once.
      const isNext = second - last <= Math.max(1, Math.ceil(reading.spanMs / 1_000))
      if (isNext) stretches.at(-1)?.push([second, reading])
      else stretches.push([[second, reading]])
      last = second
    }
    return stretches.map(stretch => this.#stretchOf(stretch)).filter(isLongEnough)
  }

  #stretchOf(readings: readonly [number, Reading][]): BusyStretch {
    const mean = (figure: (reading: Reading) => number) =>
      readings.reduce((sum, [, reading]) => sum + figure(reading), 0) / readings.length
    return {
      fromSecond: readings[0]?.[0] ?? 0,
      toSecond: readings.at(-1)?.[0] ?? 0,
      hostCpu01: mean(reading => reading.hostCpu01 ?? 0),
      engineCpu01: mean(reading => reading.engineCores) / (this.#hostCores ?? 1),
    }
  }
}

const hadToWait = ({ cpuWait01, steal01 }: ProcessHealth): boolean =>
  (cpuWait01 ?? 0) > busyLimits.cpuWait01 || (steal01 ?? 0) > busyLimits.steal01

/** Whether other programs took more of a busy machine than the engine did. */
export const isBusyWithOtherWork = ({ hostCpu01, engineCpu01 }: BusyStretch): boolean =>
  hostCpu01 - engineCpu01 > engineCpu01

const isLongEnough = ({ fromSecond, toSecond }: BusyStretch): boolean =>
  toSecond - fromSecond + 1 >= busyLimits.seconds

const highest = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : figures.reduce((most, figure) => Math.max(most, figure))
