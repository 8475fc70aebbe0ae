/** The first second of an open load beside the tenth: a generator that is still compiling measures its compiler. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { Counters } from '@pone/metrics/counters.ts'
import type { BenchContext } from '../bench-context.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad } from '../pone/run-load.ts'
import { type Ratio, ratioOf } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'

/** Late starts allowed of all, percent. */
const loads = [
  { ratePerSecond: 5_000, maxLatePercent: 0 },
  { ratePerSecond: 10_000, maxLatePercent: 0.1 },
] as const
const maxUsers = 2_000
/** The tenth second is a whole one. */
const durationSeconds = 11
/** Label of the iterations, whose times count from when they were due. */
const iterationLabel = 0

export const cold: Measurement = {
  name: 'cold',
  async measure(context) {
    const rounds = context.mode === 'quick' ? 1 : 5
    const ratios: Ratio[] = []
    const figures: Record<string, unknown> = {}
    for (const { ratePerSecond, maxLatePercent } of loads) {
      const runs: SecondFigures[][] = []
      for (let at = 0; at < rounds; at++) runs.push(await runOnce(context, ratePerSecond))
      const planned = ratePerSecond * durationSeconds
      const late = runs.map(seconds => (sumOf(seconds, second => second.late) / planned) * 100)
      const dropped = runs.map(seconds => sumOf(seconds, second => second.dropped))
      const slower = runs.map(seconds => (seconds[0]?.p99Ms ?? 0) / (seconds[9]?.p99Ms ?? 0))
      const costlier = runs.map(
        seconds =>
          (seconds[0]?.cpuUsPerIteration ?? Number.NaN) / (seconds[9]?.cpuUsPerIteration ?? Number.NaN),
      )
      const name = `${ratePerSecond / 1_000},000/s`
      ratios.push(
        ratioOf(`late starts at ${name}`, round(median(late), 3), '%', { atMost: maxLatePercent }),
        ratioOf(`P99 of the first second ÷ tenth at ${name}`, round(median(slower), 2), '×', { atMost: 1.5 }),
        ratioOf(
          `CPU per iteration of the first second ÷ tenth at ${name}`,
          round(median(costlier), 3),
          '×',
          null,
        ),
      )
      figures[name] = { dropped, runs }
    }
    return {
      method: `open load of one worker for ${durationSeconds} s, ${rounds} runs; medians over the runs; P99 of iterations from when they were due`,
      ratios,
      figures,
    }
  },
}

/** Of one second of a run. */
interface SecondFigures {
  readonly late: number
  readonly dropped: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Share of its core that the worker used, and all processes of all cores of the machine, 0 to 1. */
  readonly cpu01: number | null
  readonly hostCpu01: number | null
  /** CPU time of the worker, µs; hardly depends on what else runs. */
  readonly cpuUsPerIteration: number | null
}

async function runOnce(context: BenchContext, ratePerSecond: number): Promise<SecondFigures[]> {
  return context.withTarget({}, async target => {
    const { batches } = await runLoad(context, target, {
      load: { model: constantUsers(ratePerSecond, durationSeconds), drive: 'arrivals', maxUsers },
      during: async () => undefined,
    })
    const all = batches.flat()
    return Array.from({ length: durationSeconds }, (_, second) =>
      secondOf(all.filter(batch => batch.second === second)),
    )
  })
}

function secondOf(batches: readonly Batch[]): SecondFigures {
  const counters = new Counters()
  for (const { labels } of batches) {
    for (const one of labels) if (one.label === iterationLabel) counters.merge(Counters.fromWire(one))
  }
  const { histogram, minUs, maxUs } = counters
  const [p50 = 0, p99 = 0] = histogram.valuesAtPercentiles([50, 99], minUs, maxUs)
  const health = batches.findLast(batch => batch.health !== null)?.health ?? null
  const iterations = sumOf(batches, batch => batch.iterations)
  return {
    late: sumOf(batches, batch => batch.lateStarts),
    dropped: sumOf(batches, batch => batch.droppedStarts),
    p50Ms: p50 / 1_000,
    p99Ms: p99 / 1_000,
    maxMs: maxUs / 1_000,
    cpu01: health === null ? null : round(health.cpu01, 2),
    hostCpu01: health === null ? null : round(health.hostCpu01 ?? Number.NaN, 2),
    cpuUsPerIteration:
      health === null || iterations === 0
        ? null
        : round((health.cpu01 * (health.spanMs ?? 1_000) * 1_000) / iterations),
  }
}

const sumOf = <T>(items: readonly T[], pick: (item: T) => number): number =>
  items.reduce((all, item) => all + pick(item), 0)
