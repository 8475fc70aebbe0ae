/** What the bench prints: one JSON object of this shape. No host names, no paths. */
import type { Percentiles } from './peers/peer.ts'

export interface MachineFigures {
  readonly cores: number
  readonly cpuModel: string
  readonly memoryGib: number
  readonly system: string
  readonly node: string
  /** Load average of the minute before the bench. */
  readonly loadAverageBefore: number
  /** Cores of the generators and of the target. */
  readonly generatorCores: readonly number[]
  readonly targetCores: readonly number[]
}

/** Figures of one generator in a window of steady load; requests are counted by the target. */
export interface WindowFigures {
  readonly requestsPerSecond: number
  /** CPU time of the generator, all its processes, per request. */
  readonly cpuUsPerRequest: number
  /** Share of its core that the generator used; under 1 something else limited it. */
  readonly generatorCpu01: number
  /**
   * Share of the generator's cores that other processes used, or the host took away; well above 0 the figures are not
   * reliable.
   */
  readonly otherCpu01: number
  /** Share of its core that the target used; near 1 the target was the bottleneck. */
  readonly targetCpu01: number
  /** Connections that the target accepted from the start of the load to the end of the window. */
  readonly connections: number
  /** Requests of the same time ÷ those. */
  readonly requestsPerConnection: number
}

/** One run of a peer and one of Pone, directly after each other. */
export interface Pair {
  readonly peer: WindowFigures
  readonly pone: WindowFigures
}

export interface PeerFigures {
  readonly status: 'measured'
  readonly version: string
  readonly work: string
  readonly requestsPerSecond: readonly number[]
  readonly medianRequestsPerSecond: number
  readonly cpuUsPerRequest: number
  readonly generatorCpu01: number
  readonly otherCpu01: number
  readonly targetCpu01: number
  /** Response times of the last run as the generator reports them, ms. */
  readonly percentilesMs: Percentiles | null
  /** Median over the pairs of Pone's throughput ÷ the peer's. */
  readonly throughputRatio: number | null
  /**
   * Median over the pairs of the peer's CPU time per request ÷ Pone's; also valid when the target is the bottleneck.
   */
  readonly cpuRatio: number | null
}

/** Something that could not be measured, and why. */
export interface Unavailable {
  readonly status: 'unavailable'
  readonly reason: string
}

/** One figure with the value it should reach. */
export interface Ratio {
  readonly name: string
  /** null when it could not be measured. */
  readonly value: number | boolean | null
  readonly unit: string
  /** null for figures without a limit. */
  readonly aim: { readonly kind: 'atLeast' | 'atMost' | 'is'; readonly value: number | boolean } | null
  /** null without an aim. */
  readonly reached: boolean | null
}

/** Result of a measurement besides throughput. */
export interface MeasurementFigures {
  readonly status: 'measured'
  /** How it was measured and what the figures mean. */
  readonly method: string
  readonly ratios: readonly Ratio[]
  readonly figures: unknown
}

export interface BenchResult {
  readonly tool: 'pone bench'
  readonly command: string
  /** ISO instant. */
  readonly at: string
  readonly mode: 'quick' | 'full'
  /** Pairs per peer. */
  readonly pairs: number
  readonly durationSeconds: number
  readonly machine: MachineFigures
  /** Other processes needed little of the generators' core; otherwise the figures are not reliable. */
  readonly isQuiet: boolean
  readonly target: { readonly name: string; readonly version: string; readonly answerBytes: number }
  readonly pone: PeerFigures | Unavailable
  readonly peers: Readonly<Record<string, PeerFigures | Unavailable>>
  readonly measurements: Readonly<Record<string, MeasurementFigures | Unavailable>>
  /** Every ratio, those of the measurements included. */
  readonly ratios: readonly Ratio[]
}

/** Share of the generator's core that others may use without affecting the figures. */
const quietCpu01 = 0.05

/** True when no run of the comparison was disturbed much. */
export const isQuiet = (figures: readonly (PeerFigures | Unavailable)[]): boolean =>
  figures.every(one => one.status === 'unavailable' || one.otherCpu01 <= quietCpu01)

/** A figure that should be at least, or at most, some value. */
export function ratioOf(
  name: string,
  value: number | null,
  unit: string,
  aim: { atLeast: number } | { atMost: number } | null,
): Ratio {
  if (aim === null) return { name, value, unit, aim, reached: null }
  const kind = 'atLeast' in aim ? 'atLeast' : 'atMost'
  const limit = 'atLeast' in aim ? aim.atLeast : aim.atMost
  const isReached = value !== null && (kind === 'atLeast' ? value >= limit : value <= limit)
  return { name, value, unit, aim: { kind, value: limit }, reached: isReached }
}

/** A statement that should be true. */
export const statementOf = (name: string, value: boolean): Ratio => ({
  name,
  value,
  unit: '',
  aim: { kind: 'is', value: true },
  reached: value,
})

/** The same without the folder's path where messages of programs contained it. */
export const withoutPath = (result: BenchResult, folder: string): BenchResult =>
  JSON.parse(JSON.stringify(result).replaceAll(folder, '')) as BenchResult
