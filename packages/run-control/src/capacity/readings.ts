/** The seconds of a run as a capacity search reads them, from the batches of all workers. */
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { decodeLabels, mergeStored } from '@pone/results/batches/label-codec.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { CapacityReading } from './level.ts'
import type { CapacityRule } from './rules.ts'

interface OpenSecond {
  readonly byRule: readonly Counters[]
  requests: number
  dropped: number
}

export class CapacityReadings {
  readonly #rules: readonly CapacityRule[]
  readonly #decoded = new DecodedCounts()
  readonly #open = new Map<number, OpenSecond>()

  constructor(rules: readonly CapacityRule[]) {
    this.#rules = rules
  }

  /** `labels` are those of the run. */
  add(batch: StoredBatch, labels: readonly RunLabel[]): void {
    const second = this.#open.get(batch.second) ?? {
      byRule: this.#rules.map(() => new Counters()),
      requests: 0,
      dropped: 0,
    }
    this.#open.set(batch.second, second)
    second.dropped += batch.droppedStarts
    for (const stored of decodeLabels(batch.labels, this.#decoded)) {
      const label = labels[stored.label]
      if (label?.kind === 'request') second.requests += stored.passed + stored.failed
      for (const [index, { rule }] of this.#rules.entries()) {
        const counters = second.byRule[index]
        const isMeant = rule.label === '' ? label?.kind === 'request' : label?.name === rule.label
        if (counters !== undefined && isMeant) mergeStored(counters, stored)
      }
    }
  }

  /** The reading of a second that is complete; it is forgotten then. */
  take(second: number): CapacityReading {
    const open = this.#open.get(second)
    this.#open.delete(second)
    return {
      rules: this.#rules.map((rule, index) => rule.read(open?.byRule[index] ?? new Counters())),
      requests: open?.requests ?? 0,
      dropped: open?.dropped ?? 0,
    }
  }
}
