/** Whether the percentiles of a run, from merged histograms, are those of its single response times. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Counters } from '@pone/metrics/counters.ts'
import type { BenchContext } from '../bench-context.ts'
import { loadUsers } from '../peers/peer.ts'
import { sampleLogName } from '../pone/load-worker.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad } from '../pone/run-load.ts'
import { ratioOf } from '../result.ts'
import { errorPercent, percentileOf, round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'

const percentiles = [50, 75, 90, 95, 99, 99.9]
/** Plausible number of samples of one worker and second; each part is encoded and decoded as a batch. */
const samplesPerBatch = 10_000

/** Percentiles by both ways, µs, and their largest difference. */
interface PercentileFigures {
  readonly name: string
  readonly samples: number
  readonly worstPercent: number
  readonly exactUs: readonly number[]
  readonly mergedUs: readonly number[]
}

export const percentileError: Measurement = {
  name: 'percentiles',
  async measure(context) {
    const figures = [
      await ofRun(context),
      ofTimes('log-normal, 20 ms in the middle', random => Math.round(20_000 * Math.exp(normal(random)))),
      ofTimes('two humps, 1 ms and 2 s', random =>
        Math.round((random() < 0.97 ? 1_000 : 2_000_000) * (0.5 + random())),
      ),
    ]
    return {
      method:
        'a run of two workers: the percentiles of their batches, merged, against those of the sorted lines of their sample logs; and generated times of other shapes, counted, encoded and merged in batches, against the sorted times',
      ratios: [
        ratioOf(
          'largest error of a percentile (p50 to p99.9)',
          round(Math.max(...figures.map(figure => figure.worstPercent))),
          '%',
          { atMost: 0.1 },
        ),
      ],
      figures,
    }
  },
}

/** A real run with a sample log; its two workers share the generator's core. */
async function ofRun(context: BenchContext): Promise<PercentileFigures> {
  const core = [context.cores.generator]
  const model = constantUsers(loadUsers, context.mode === 'quick' ? 3 : 20)
  const { totals, folders } = await context.withTarget({}, target =>
    runLoad(context, target, {
      load: { model, sampleLog: 'csv' },
      workers: [core, core],
      during: async () => undefined,
    }),
  )
  const logs = await Promise.all(folders.map(folder => readFile(join(folder, sampleLogName), 'utf8')))
  const timesUs = Float64Array.from(logs.flatMap(timesOf))
  if (timesUs.length !== totals.counters.count) {
    throw new Error(`${timesUs.length} lines in the sample logs, ${totals.counters.count} requests counted`)
  }
  return compareTimes('run with sample log', timesUs, totals.counters)
}

/** Response times, µs, of the lines of a sample log. */
export function timesOf(log: string): number[] {
  const [head = '', ...lines] = log.trimEnd().split('\n')
  const column = head.split(',').indexOf('elapsedUs')
  return lines.map(line => Number(line.split(',', column + 1)[column]))
}

function ofTimes(name: string, make: (random: () => number) => number): PercentileFigures {
  const random = randomFrom(20_250_101)
  const timesUs = Float64Array.from({ length: 50 * samplesPerBatch }, () => make(random))
  const merged = new Counters()
  for (let from = 0; from < timesUs.length; from += samplesPerBatch) {
    const batch = new Counters()
    for (const timeUs of timesUs.subarray(from, from + samplesPerBatch)) batch.record(timeUs, true, 0, 0)
    merged.merge(Counters.fromWire(batch.toWire()))
  }
  return compareTimes(name, timesUs, merged)
}

function compareTimes(name: string, timesUs: Float64Array, merged: Counters): PercentileFigures {
  const ascending = timesUs.toSorted()
  const exactUs = percentiles.map(percentile => percentileOf(ascending, percentile))
  const mergedUs = merged.histogram.valuesAtPercentiles(percentiles, merged.minUs, merged.maxUs)
  const errors = exactUs.map((exact, index) => errorPercent(mergedUs[index] ?? 0, exact))
  return { name, samples: timesUs.length, worstPercent: round(Math.max(...errors)), exactUs, mergedUs }
}

/** Pseudo-random numbers from 0 to 1 that are the same in every bench (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normally distributed number (Box–Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
