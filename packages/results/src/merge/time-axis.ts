/** All points of a run in order: second by second while they are few enough, then ever more seconds merged into one point, so that a long run stays light. */
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { SecondPoint } from './second-point.ts'

/** Points whose response times stay unpacked because batches still arrive for them. */
const openPoints = 8

export class TimeAxis {
  readonly #maxPoints: number
  readonly #firstSecond: number
  #secondsPerPoint: number
  #points = new Map<number, SecondPoint>()
  #rows = new Map<number, RunSecond>()
  #changed = new Set<number>()
  #last = -1
  #untilMs = 0

  /** `secondsPerPoint` is where it starts, with a point that begins at `firstSecond`; it doubles whenever there would be more than `maxPoints` points. */
  constructor(options: { maxPoints: number; firstSecond?: number; secondsPerPoint?: number }) {
    this.#maxPoints = options.maxPoints
    this.#firstSecond = options.firstSecond ?? 0
    this.#secondsPerPoint = options.secondsPerPoint ?? 1
  }

  get secondsPerPoint(): number {
    return this.#secondsPerPoint
  }

  /** What is told reaches at least to that instant, ms since the run's start: the last point is that long. */
  reachTo(untilMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, untilMs)
  }

  /** The most users at a time, as of now. */
  mostUsers(): number {
    let most = 0
    for (const point of this.#points.values()) most = Math.max(most, point.users)
    return most
  }

  /** The point that covers a second, to be added to. */
  pointAt(second: number): SecondPoint {
    while (this.#indexOf(second) >= this.#maxPoints) this.#condense()
    const index = this.#indexOf(second)
    this.#changed.add(index)
    const known = this.#points.get(index)
    if (known !== undefined) return known
    const point = new SecondPoint(this.#secondOf(index), this.#points.get(index - 1))
    this.#points.set(index, point)
    this.#last = Math.max(this.#last, index)
    return point
  }

  /** Has the figures of these seconds made again: whether they are suspect has changed. */
  touch(fromSecond: number, toSecond: number): void {
    const to = Math.min(this.#indexOf(toSecond), this.#last)
    for (let index = Math.max(0, this.#indexOf(fromSecond)); index <= to; index++) {
      if (this.#points.has(index)) this.#changed.add(index)
    }
  }

  /** Figures of the points that changed since the last call and end by `upToSecond`, ascending. */
  takeChanged(
    isSuspect: (fromSecond: number, toSecond: number) => boolean,
    upToSecond = Number.POSITIVE_INFINITY,
  ): RunSecond[] {
    const rows: RunSecond[] = []
    for (const index of [...this.#changed].sort((a, b) => a - b)) {
      if (this.#secondOf(index + 1) - 1 > upToSecond) break
      this.#changed.delete(index)
      const point = this.#points.get(index)
      if (point === undefined) continue
      const fromMs = point.second * 1_000
      const lengthMs = Math.min(this.#secondsPerPoint * 1_000, Math.max(0, this.#untilMs - fromMs))
      const row = point.toSecond(isSuspect(point.second, point.second + this.#secondsPerPoint - 1), lengthMs)
      this.#rows.set(index, row)
      rows.push(row)
    }
    return rows
  }

  /** Packs the metrics of all points, for a part of a run that is read from its first second to its last. */
  packMetrics(): void {
    for (const point of this.#points.values()) point.metrics.pack()
  }

  /** Packs the points that are not likely to be added to again; for an axis that is kept for long. */
  pack(): void {
    for (const [index, point] of this.#points) if (index <= this.#last - openPoints) point.freeze()
  }

  /** Figures of all points as of the last takeChanged, ascending. */
  rows(): RunSecond[] {
    return [...this.#rows.values()].sort((a, b) => a.second - b.second)
  }

  #indexOf(second: number): number {
    return Math.floor((second - this.#firstSecond) / this.#secondsPerPoint)
  }

  #secondOf(index: number): number {
    return this.#firstSecond + index * this.#secondsPerPoint
  }

  #condense(): void {
    this.#secondsPerPoint *= 2
    const points = new Map<number, SecondPoint>()
    for (const old of this.#points.values()) {
      const index = this.#indexOf(old.second)
      const known = points.get(index)
      if (known === undefined) {
        const point = new SecondPoint(this.#secondOf(index))
        point.absorb(old)
        points.set(index, point)
      } else known.absorb(old)
    }
    this.#points = points
    this.#rows = new Map()
    this.#changed = new Set(points.keys())
    this.#last = Math.max(-1, ...points.keys())
  }
}
