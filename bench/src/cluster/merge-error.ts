/** Percentiles merged over machines and seconds against one histogram over all raw samples, and against the sorted samples themselves. */
import { Counters } from '@pone/metrics/counters.ts'
import { Histogram } from '@pone/metrics/histogram.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { ratioOf } from '../result.ts'
import { errorPercent, percentileOf } from '../statistics.ts'
import { responseTimeUs, seeded } from './simulated-labels.ts'

const percentiles = [50, 90, 95, 99, 99.9]
const sizes = {
  quick: { machines: 20, seconds: 20, samples: 500 },
  full: { machines: 100, seconds: 60, samples: 500 },
} as const

/** Samples are processed as in a run: counted per machine and second, encoded, decoded, merged. */
export const mergeError: Measurement = {
  name: 'merge-error',
  async measure({ mode }) {
    const { machines, seconds, samples } = sizes[mode]
    const random = seeded(11)
    const raw = new Float64Array(machines * seconds * samples)
    const whole = new Histogram()
    const merged = new Counters()
    let at = 0
    for (let second = 0; second < seconds; second += 1) {
      for (let machine = 0; machine < machines; machine += 1) {
        const counters = new Counters()
        // Machines and seconds differ on purpose: averaging percentiles would give a visibly wrong result.
        const medianMs = 5 + machine * 3 + (second % 10) * 10
        for (let sample = 0; sample < samples; sample += 1) {
          const us = responseTimeUs(random, medianMs)
          counters.record(us, true, 0, 0)
          whole.record(us)
          raw[at++] = us
        }
        merged.merge(Counters.fromWire(counters.toWire()))
      }
    }
    raw.sort()
    const sorted = Array.from(raw)
    const { minUs, maxUs } = merged
    const fromMerge = merged.histogram.valuesAtPercentiles(percentiles, minUs, maxUs)
    const fromWhole = whole.valuesAtPercentiles(percentiles, minUs, maxUs)
    const exact = percentiles.map(percentile => percentileOf(sorted, percentile))
    const difference = Math.max(...fromMerge.map((value, index) => Math.abs(value - (fromWhole[index] ?? 0))))
    const error = Math.max(...fromMerge.map((value, index) => errorPercent(value, exact[index] ?? 0)))
    return {
      method: `${raw.length} samples of ${machines} machines over ${seconds} s, counted per machine and second, encoded, decoded and merged as batches are.`,
      ratios: [
        ratioOf('merged percentiles − one histogram over all samples', difference, 'µs', { atMost: 0 }),
        ratioOf('merged percentiles against the sorted samples (p50 to p99.9)', error, '%', { atMost: 0.1 }),
      ],
      figures: { percentiles, mergedUs: fromMerge, oneHistogramUs: fromWhole, exactUs: exact },
    }
  },
}
