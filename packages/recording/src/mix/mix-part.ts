/** Parts of the time that a production mix covers; pure. */
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'

type Counted = Pick<ProductionMixDocument, 'intervalSeconds' | 'arrivals'>

/** Whole intervals of the mix. */
export interface MixPart {
  readonly firstInterval: number
  readonly intervals: number
}

export const wholeMix = ({ arrivals }: Counted): MixPart => ({ firstInterval: 0, intervals: arrivals.length })

/** The first of the parts of this length, rounded up to whole intervals, in which most requests came; the whole mix if it is not longer. */
export function busiestPart({ intervalSeconds, arrivals }: Counted, seconds: number): MixPart {
  const intervals = Math.min(arrivals.length, Math.max(1, Math.ceil(seconds / intervalSeconds)))
  let sum = arrivals.slice(0, intervals).reduce((total, count) => total + count, 0)
  let best = { firstInterval: 0, sum }
  for (let first = 1; first + intervals <= arrivals.length; first += 1) {
    sum += (arrivals[first + intervals - 1] ?? 0) - (arrivals[first - 1] ?? 0)
    if (sum > best.sum) best = { firstInterval: first, sum }
  }
  return { firstInterval: best.firstInterval, intervals }
}
