/** Response times of a histogram in some 50 buckets whose width grows with the time, for the report's distribution chart. */
import type { Histogram } from './histogram.ts'

/** Times from `fromMs` up to, but not including, `toMs`. */
export interface DistributionBucket {
  fromMs: number
  toMs: number
  count: number
}

const wantedBuckets = 50

/** Adjoining buckets from the shortest to the longest time seen; their counts add up to the histogram's. Empty for an empty histogram. */
export function distributionOf(histogram: Histogram): DistributionBucket[] {
  const slots = [...histogram.slots()]
  const first = slots[0]
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return []
  const bounds = boundsBetween(first.lowestUs, last.highestUs + 1)
  const buckets: DistributionBucket[] = []
  let next = 0
  for (let index = 0; index + 1 < bounds.length; index++) {
    const fromUs = bounds[index] ?? 0
    const toUs = bounds[index + 1] ?? 0
    let count = 0
    for (let slot = slots[next]; slot !== undefined && slot.lowestUs < toUs; slot = slots[++next]) {
      count += slot.count
    }
    buckets.push({ fromMs: fromUs / 1_000, toMs: toUs / 1_000, count })
  }
  return buckets
}

/** Ascending round numbers of µs; the first is not above `lowUs`, the last not below `endUs`. */
function boundsBetween(lowUs: number, endUs: number): number[] {
  const start = Math.max(1, lowUs)
  const ratio = (endUs / start) ** (1 / wantedBuckets)
  const bounds = [lowUs === 0 ? 0 : roundTo(start, Math.floor)]
  for (let index = 1; index <= wantedBuckets; index++) {
    const bound = roundTo(start * ratio ** index, Math.ceil)
    const previous = bounds.at(-1) ?? 0
    if (bound > previous && previous < endUs) bounds.push(bound)
  }
  if ((bounds.at(-1) ?? 0) < endUs) bounds.push(endUs)
  return bounds
}

/** Digits of bounds, those of the histogram: coarser ones would make neighbouring buckets differ in width, and so in height. */
const digits = 3

function roundTo(valueUs: number, round: (value: number) => number): number {
  // Whole µs also for small values, and no rise to the next step by a rounding error of the power.
  const unit = Math.max(1, 10 ** (Math.floor(Math.log10(valueUs)) + 1 - digits))
  return round(Number((valueUs / unit).toFixed(6))) * unit
}
