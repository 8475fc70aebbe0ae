/** One point of a run's time axis: a second, or several merged ones in a long run. */
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { MetricSums } from '@pone/metrics/metric-sums.ts'
import { laterWord, mostUsers, type ToldUsers } from '@pone/metrics/users.ts'
import { maxRunMetrics } from '@pone/schema/limits.ts'
import { mergeStored, type StoredCounters } from '../batches/label-codec.ts'

/** What a worker says of itself in a second. */
export interface WorkerReading extends ToldUsers {
  readonly targetUsers: number
  readonly connections: number
}

/** All workers together, the most in any second. */
interface Most {
  readonly users: number
  readonly targetUsers: number
  readonly connections: number
}

/** Counters whose times are encoded; a point has no use for phases. */
interface FrozenCounters extends Omit<StoredCounters, 'label' | 'counts' | 'addPhases'> {
  readonly histogram: Uint8Array
}

const nothing: Most = { users: 0, targetUsers: 0, connections: 0 }
const percentiles = [50, 90, 95, 99]

/** Collects the batches of its seconds; the response times of a complete point are kept encoded. */
export class SecondPoint {
  readonly second: number
  transactions = 0
  lateStarts = 0
  droppedStarts = 0
  /** Requests whose outcome died with their worker here: they count as failed, but have no response time. */
  lost = 0
  /** All labels together. */
  readonly metrics = new MetricSums(maxRunMetrics)
  #counters: Counters | null
  #frozen: FrozenCounters | null = null
  /** Second → worker → its latest reading. */
  #readings = new Map<number, Map<string, WorkerReading>>()
  /** Maxima of seconds whose readings were folded. */
  #folded: Most = nothing

  /** `second` is the first one that the point covers; the times of `like`, a neighbour, are expected to be similar. */
  constructor(second: number, like: SecondPoint | null = null) {
    this.second = second
    this.#counters = new Counters(like === null ? undefined : like.#thaw().histogram.emptyLike())
  }

  /** Adds requests of one label. */
  addRequests(stored: StoredCounters): void {
    mergeStored(this.#thaw(), stored)
  }

  /** Sets what a worker said of itself in a second; a later word replaces the earlier one, but for the largest numbers of users. */
  setReading(second: number, workerId: string, reading: WorkerReading): void {
    const workers = this.#readings.get(second)
    if (workers === undefined) this.#readings.set(second, new Map([[workerId, reading]]))
    else {
      const before = workers.get(workerId)
      workers.set(workerId, before === undefined ? reading : { ...reading, ...laterWord(before, reading) })
    }
  }

  /** Takes over everything of a neighbouring point. */
  absorb(other: SecondPoint): void {
    this.#thaw().merge(other.#thaw())
    this.metrics.merge(other.metrics)
    this.transactions += other.transactions
    this.lateStarts += other.lateStarts
    this.droppedStarts += other.droppedStarts
    this.lost += other.lost
    for (const point of [this, other]) point.fold()
    this.#folded = maximum(this.#folded, other.#folded)
  }

  /** Keeps of the workers' readings only their sums' maxima. */
  fold(): void {
    this.#folded = this.#most()
    this.#readings = new Map()
  }

  /** Encodes the response times until they are added to or read again. */
  freeze(): void {
    this.metrics.pack()
    const counters = this.#counters
    if (counters === null) return
    const { passed, failed, sentBytes, receivedBytes, sumUs, sumSquaresUs2, minUs, maxUs } = counters
    const histogram = counters.histogram.encode()
    this.#frozen = {
      passed,
      failed,
      sentBytes,
      receivedBytes,
      sumUs,
      sumSquaresUs2,
      minUs,
      maxUs,
      histogram,
    }
    this.#counters = null
  }

  /** The most users at a time. */
  get users(): number {
    return this.#most().users
  }

  /** The point's figures; `lengthMs` of it was run. */
  toSecond(isSuspect: boolean, lengthMs: number): RunSecond {
    const counters = this.#thaw()
    const { users, targetUsers, connections } = this.#most()
    const isEmpty = counters.count === 0
    const times = isEmpty
      ? []
      : counters.histogram.valuesAtPercentiles(percentiles, counters.minUs, counters.maxUs)
    const timeMs = (index: number): number | null => {
      const us = times[index]
      return us === undefined ? null : us / 1_000
    }
    return {
      second: this.second,
      lengthMs,
      users,
      targetUsers,
      requests: counters.count + this.lost,
      failed: counters.failed + this.lost,
      transactions: this.transactions,
      avgMs: isEmpty ? null : counters.sumUs / counters.count / 1_000,
      p50Ms: timeMs(0),
      p90Ms: timeMs(1),
      p95Ms: timeMs(2),
      p99Ms: timeMs(3),
      maxMs: isEmpty ? null : counters.maxUs / 1_000,
      sentBytes: Math.round(counters.sentBytes),
      receivedBytes: Math.round(counters.receivedBytes),
      connections,
      lateStarts: this.lateStarts,
      droppedStarts: this.droppedStarts,
      isSuspect,
      ...this.#metricFigures(),
    }
  }

  #metricFigures(): Pick<RunSecond, 'metrics'> {
    const figures = [...this.metrics.entries()].map(([key, sum]) => [key, sum.figures()] as const)
    return figures.length === 0 ? {} : { metrics: Object.fromEntries(figures) }
  }

  #thaw(): Counters {
    if (this.#counters !== null) return this.#counters
    const counters = new Counters()
    if (this.#frozen !== null) thaw(counters, this.#frozen)
    this.#counters = counters
    this.#frozen = null
    return counters
  }

  #most(): Most {
    let most = this.#folded
    for (const workers of this.#readings.values()) {
      let [targetUsers, connections] = [0, 0]
      for (const reading of workers.values()) {
        targetUsers += reading.targetUsers
        connections += reading.connections
      }
      most = maximum(most, { users: mostUsers(workers.values()), targetUsers, connections })
    }
    return most
  }
}

const maximum = (a: Most, b: Most): Most => ({
  users: Math.max(a.users, b.users),
  targetUsers: Math.max(a.targetUsers, b.targetUsers),
  connections: Math.max(a.connections, b.connections),
})

const thaw = (into: Counters, { histogram, ...frozen }: FrozenCounters): void =>
  mergeStored(into, {
    ...frozen,
    label: 0,
    counts: new DecodedCounts().read(histogram),
    addPhases: () => undefined,
  })
