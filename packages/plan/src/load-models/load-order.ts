/** A load that is set by hand during a run: a ramp from the present load to a new one, for the whole run or by component; pure functions of elapsed time. */
import { z } from 'zod'

const ramp = z.object({
  /** Users, or arrivals per second, when the ramp begins; fractional within an earlier ramp. */
  from: z.number().min(0),
  /** When it ends, and from then on. */
  load: z.number().min(0),
})

export const loadOrderSchema = ramp.extend({
  /** When the ramp begins, ms since the run's start; until then what was in force before applies. */
  atMs: z.number().min(0),
  /** 0 = at once. */
  rampMs: z.number().min(0),
  /** By component, in the order of the run's plan; their sums are `from` and `load`. null: shared as the scenario says. */
  parts: z.array(ramp).nullable(),
})
export type LoadOrder = z.infer<typeof loadOrderSchema>

/** A load in force since the start, without a ramp. */
export const loadAtOnce = (load: number): LoadOrder => ({ from: load, load, atMs: 0, rampMs: 0, parts: null })

/** How much of the ramp has passed, 0 to 1. */
function passed01({ atMs, rampMs }: LoadOrder, elapsedMs: number): number {
  const sinceMs = elapsedMs - atMs
  return sinceMs >= rampMs ? 1 : Math.max(0, sinceMs / rampMs)
}

const between = ({ from, load }: z.infer<typeof ramp>, passed: number): number =>
  passed === 1 ? load : from + (load - from) * passed

/** The load of the whole run, not rounded. */
export const orderedLoad = (order: LoadOrder, elapsedMs: number): number =>
  between(order, passed01(order, elapsedMs))

/** The load of each component, not rounded; null where the total is shared as the scenario says. */
export function orderedParts(order: LoadOrder, elapsedMs: number): number[] | null {
  const passed = passed01(order, elapsedMs)
  return order.parts?.map(part => between(part, passed)) ?? null
}
