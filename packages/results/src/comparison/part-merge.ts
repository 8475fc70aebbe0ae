/** Merges what a part of a run counted, in order of its seconds, into totals and windows of every label and of all requests. */

import type { Statistics } from '@pone/contract/entities/run.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { statisticsOf } from '@pone/metrics/statistics.ts'
import { WindowFigures } from '@pone/metrics/window-figures.ts'
import type { SecondSpan } from '@pone/metrics/window-widths.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { decodeLabels, mergeStored } from '../batches/label-codec.ts'
import { UserTally } from '../batches/user-tally.ts'
import { withLost } from '../merge/run-merge.ts'
import type { MergedSeconds } from './merged-seconds.ts'

/** What is kept of a label, or of all requests. */
export interface MergedLabel {
  readonly total: Counters
  readonly windows: WindowFigures
}

interface OpenLabel extends MergedLabel {
  /** Of the narrow window that is being filled. */
  readonly open: Counters
}

export class PartMerge {
  readonly labels = new Map<number, MergedLabel>()
  /** Requests whose outcome died with their worker. */
  lost = 0
  readonly #users = new UserTally()
  readonly #known: readonly RunLabel[]
  readonly #span: SecondSpan
  readonly #widths: readonly number[]
  readonly #all: OpenLabel
  readonly #open = new Map<number, OpenLabel>()
  readonly #decoded = new DecodedCounts()
  #window = 0

  /** Widths as windowWidths gives them; without any, only totals are made. */
  constructor(input: { labels: readonly RunLabel[]; span: SecondSpan; widths: readonly number[] }) {
    this.#known = input.labels
    this.#span = input.span
    this.#widths = input.widths
    this.#all = this.#begin()
  }

  /** Of all requests together. */
  get requests(): MergedLabel {
    return this.#all
  }

  /** @throws RangeError for damaged counters, of which a part may have been added. */
  add({
    second,
    labels,
    lost,
    worker,
    users,
  }: Pick<MergedSeconds, 'second' | 'labels' | 'lost' | 'worker' | 'users'>): void {
    this.#users.add(second, worker, users)
    this.#advance(Math.floor(second / (this.#widths[0] ?? Number.POSITIVE_INFINITY)))
    for (const stored of decodeLabels(labels, this.#decoded)) {
      if (this.#known[stored.label] === undefined) continue
      mergeStored(this.#openOf(stored.label).open, stored)
    }
    this.lost += lost
  }

  /** The most at a time. */
  get peakUsers(): number {
    return this.#users.most
  }

  /** Call when all is added. */
  finish(): void {
    this.#advance(Number.POSITIVE_INFINITY)
  }

  /** Figures of all requests over a window of that many ms, those lost with their worker counted as failed. */
  statisticsOfAll(windowMs: number): Statistics {
    return withLost(statisticsOf(this.requests.total, windowMs), this.lost, windowMs)
  }

  #advance(next: number): void {
    if (next === this.#window) return
    for (const [index, label] of this.#open) {
      if (label.open.count > 0 && this.#known[index]?.kind === 'request') this.#all.open.merge(label.open)
      this.#close(label, next)
    }
    this.#close(this.#all, next)
    this.#window = next
  }

  #close({ open, total, windows }: OpenLabel, next: number): void {
    if (open.count > 0) {
      total.merge(open)
      windows.add(this.#window, open)
      open.reset()
    }
    windows.close(this.#window, next)
  }

  #openOf(index: number): OpenLabel {
    const known = this.#open.get(index)
    if (known !== undefined) return known
    const label = this.#begin()
    this.#open.set(index, label)
    this.labels.set(index, label)
    return label
  }

  #begin(): OpenLabel {
    return {
      open: new Counters(),
      total: new Counters(),
      windows: new WindowFigures(this.#span, this.#widths, () => new Counters()),
    }
  }
}
