/** Merges the batches of a part of a run, in order of their seconds, into totals and windows of every label and of all requests. */
import type { RunLabel, Statistics } from '@pone/contract/entities/run.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { statisticsOf } from '@pone/metrics/statistics.ts'
import { WindowFigures } from '@pone/metrics/window-figures.ts'
import type { SecondSpan } from '@pone/metrics/window-widths.ts'
import { withLost } from '../../controller/merge/run-merge.ts'
import { decodeLabels, mergeStored } from '../run/label-codec.ts'
import type { StoredBatch } from '../run/stored-batch.ts'

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
  readonly requests: MergedLabel
  readonly labels = new Map<number, MergedLabel>()
  /** Requests whose outcome died with their worker. */
  lost = 0
  readonly #known: readonly RunLabel[]
  readonly #span: SecondSpan
  readonly #widths: readonly number[]
  readonly #open = new Map<number, OpenLabel>()
  readonly #decoded = new DecodedCounts()
  #window = 0

  /** Widths as windowWidths gives them; without any, only totals are made. */
  constructor(input: { labels: readonly RunLabel[]; span: SecondSpan; widths: readonly number[] }) {
    this.#known = input.labels
    this.#span = input.span
    this.#widths = input.widths
    this.requests = this.#begin()
  }

  /** @throws RangeError for a damaged batch, of which a part may have been added. */
  add(batch: Pick<StoredBatch, 'second' | 'labels' | 'end'>): void {
    this.#advance(Math.floor(batch.second / (this.#widths[0] ?? Number.POSITIVE_INFINITY)))
    for (const stored of decodeLabels(batch.labels, this.#decoded)) {
      if (this.#known[stored.label] === undefined) continue
      mergeStored(this.#openOf(stored.label).open, stored)
    }
    this.lost += batch.end?.lost ?? 0
  }

  /** Call when all batches are added. */
  finish(): void {
    this.#advance(Number.POSITIVE_INFINITY)
  }

  /** Figures of all requests over a window of that many ms, those lost with their worker counted as failed. */
  statisticsOfAll(windowMs: number): Statistics {
    return withLost(statisticsOf(this.requests.total, windowMs), this.lost, windowMs)
  }

  #advance(next: number): void {
    if (next === this.#window) return
    for (const [index, { open, total, windows }] of this.#open) {
      if (open.count > 0) {
        total.merge(open)
        if (this.#widths.length > 0) windows.add(open)
        if (this.#known[index]?.kind === 'request') {
          this.requests.total.merge(open)
          if (this.#widths.length > 0) this.requests.windows.add(open)
        }
        open.reset()
      }
      windows.close(this.#window, next)
    }
    this.requests.windows.close(this.#window, next)
    this.#window = next
  }

  #openOf(index: number): OpenLabel {
    const known = this.#open.get(index)
    if (known !== undefined) return known
    const label = { ...this.#begin(), open: new Counters() }
    this.#open.set(index, label)
    this.labels.set(index, label)
    return label
  }

  #begin(): MergedLabel {
    return {
      total: new Counters(),
      windows: new WindowFigures(this.#span, this.#widths, () => new Counters()),
    }
  }
}
