/** Condenses the seconds of a long run to a number of points that a chart can draw: by merging, so nothing is lost between the points. */
import { Counters } from './counters.ts'

/** Neighbouring seconds that make one point. */
export interface SecondGroup<T> {
  /** First second of the point, a multiple of secondsPerPoint after the first of all. */
  second: number
  items: T[]
}

/** Groups items (ascending by second) into at most `maxPoints` equally wide points; seconds without items make no point. */
export function groupSeconds<T extends { second: number }>(
  items: readonly T[],
  maxPoints: number,
): { secondsPerPoint: number; groups: SecondGroup<T>[] } {
  const first = items[0]?.second ?? 0
  const span = (items.at(-1)?.second ?? 0) - first + 1
  const secondsPerPoint = Math.max(1, Math.ceil(span / Math.max(1, maxPoints)))
  const groups: SecondGroup<T>[] = []
  for (const item of items) {
    const second = first + Math.floor((item.second - first) / secondsPerPoint) * secondsPerPoint
    const group = groups.at(-1)
    if (group?.second === second) group.items.push(item)
    else groups.push({ second, items: [item] })
  }
  return { secondsPerPoint, groups }
}

/** New counters that hold the sum of all given ones. */
export function mergeCounters(all: Iterable<Counters>): Counters {
  const merged = new Counters()
  for (const counters of all) merged.merge(counters)
  return merged
}
