/** Merges the batches of a run, in whatever order they come, into totals per label, points in time, errors and workers: for the live page and for reports alike. */
import type { LabelStatistics, Statistics, UsersBasis } from '@pone/contract/entities/run.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { ratePerSecond, statisticsOf } from '@pone/metrics/statistics.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { decodeLabels, mergeStored } from '../batches/label-codec.ts'
import { type StoredBatch, toldUsers } from '../batches/stored-batch.ts'
import { ErrorGroups } from './error-groups.ts'
import { MetricMerge } from './metric-merge.ts'
import { TimeAxis } from './time-axis.ts'
import { WorkerTallies } from './worker-tally.ts'

export class RunMerge {
  readonly labels: readonly RunLabel[]
  readonly axis: TimeAxis
  readonly errors: ErrorGroups
  readonly workers = new WorkerTallies()
  readonly metrics: MetricMerge
  /** All requests. */
  readonly requests = new Counters()
  /** Last second that a batch told of; -1 before the first. */
  lastSecond = -1
  /** Instant up to which batches tell, ms since the run's start; the end of the run when all of them are there. */
  untilMs = 0
  /** See usersBasisSchema. */
  usersBasis: UsersBasis = 'maximum'
  readonly #byLabel = new Map<number, Counters>()
  readonly #changed = new Set<number>()
  readonly #decoded = new DecodedCounts()
  readonly #endMs: number

  /** Batches that do not tell up to when they count do so to the end of their second, but not beyond `endMs`. */
  constructor(labels: readonly RunLabel[], axis: TimeAxis, endMs = Number.POSITIVE_INFINITY) {
    this.labels = labels
    this.axis = axis
    this.#endMs = endMs
    this.errors = new ErrorGroups(labels)
    this.metrics = new MetricMerge(labels)
  }

  /** Adds a batch that was not added before. */
  add(batch: StoredBatch): void {
    this.lastSecond = Math.max(this.lastSecond, batch.second)
    const point = this.axis.pointAt(batch.second)
    this.#reach(batch)
    for (const stored of decodeLabels(batch.labels, this.#decoded)) {
      const label = this.labels[stored.label]
      if (label === undefined) continue
      mergeStored(this.#countersOf(stored.label), stored)
      this.#changed.add(stored.label)
      if (label.kind === 'request') {
        mergeStored(this.requests, stored)
        point.addRequests(stored)
      } else if (label.kind === 'transaction') point.transactions += stored.passed + stored.failed
    }
    this.metrics.add(batch, point)
    const told = toldUsers(batch)
    if (told !== null) {
      const { targetUsers, health } = batch
      point.setReading(batch.second, batch.workerId, {
        ...told,
        targetUsers,
        connections: health?.connections ?? 0,
      })
      if (told.peaks === null) this.usersBasis = 'sampled'
    }
    point.lost += batch.end?.lost ?? 0
    point.lateStarts += batch.lateStarts
    point.droppedStarts += batch.droppedStarts
    for (const error of batch.errors) this.errors.add(error)
    this.workers.add(batch)
  }

  #reach({ second, untilMs, counted, end }: StoredBatch): void {
    const toldMs = untilMs ?? Math.min((second + 1) * 1_000, this.#endMs)
    // What has been counted lies within the run.
    const leastMs = counted > 0 || (end?.lost ?? 0) > 0 ? second * 1_000 + 1 : 0
    this.untilMs = Math.max(this.untilMs, toldMs, leastMs)
    this.axis.reachTo(this.untilMs)
  }

  /** Counters of one label; empty when nothing was counted. */
  countersOf(label: number): Counters {
    return this.#byLabel.get(label) ?? new Counters()
  }

  /** Figures of all requests over a window of that many ms, those lost with their worker counted as failed. */
  total(windowMs: number): Statistics {
    return withLost(statisticsOf(this.requests, windowMs), this.workers.lost, windowMs)
  }

  /** Figures of every label that was used, and of the transactions around it, in plan order. */
  labelStatistics(windowMs: number): LabelStatistics[] {
    return [...this.#byLabel.keys()].sort((a, b) => a - b).flatMap(index => this.#statistics(index, windowMs))
  }

  /** Figures of up to `limit` labels that changed; what is beyond the limit comes with the next call. */
  takeChangedLabels(windowMs: number, limit: number): LabelStatistics[] {
    const taken = [...this.#changed].slice(0, limit)
    for (const index of taken) this.#changed.delete(index)
    return taken.flatMap(index => this.#statistics(index, windowMs))
  }

  #statistics(index: number, windowMs: number): LabelStatistics[] {
    const label = this.labels[index]
    if (label === undefined) return []
    const counters = this.countersOf(index)
    const phasesPerRequest = counters.phases?.perSample(counters.count)
    return [
      {
        ...statisticsOf(counters, windowMs),
        label,
        phases: counters.phases?.means() ?? null,
        ...(phasesPerRequest && { phasesPerRequest }),
      },
    ]
  }

  #countersOf(label: number): Counters {
    const known = this.#byLabel.get(label)
    if (known !== undefined) return known
    const counters = new Counters()
    this.#byLabel.set(label, counters)
    // A transaction is listed as soon as one of its requests has ended, before it has ended itself.
    const parent = this.labels[label]?.parent
    if (parent !== undefined && parent < label) {
      this.#countersOf(parent)
      this.#changed.add(parent)
    }
    return counters
  }
}

/** Figures with requests that were lost with their worker: these have no response time but were sent, so they count, as failed. */
export function withLost(statistics: Statistics, lost: number, windowMs: number): Statistics {
  if (lost === 0) return statistics
  const count = statistics.count + lost
  const failed = statistics.failed + lost
  return {
    ...statistics,
    count,
    failed,
    successPercent: ((count - failed) / count) * 100,
    errorPercent: (failed / count) * 100,
    perSecond: ratePerSecond(count, windowMs),
  }
}
